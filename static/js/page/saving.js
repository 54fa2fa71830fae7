/** Whether the reader's browser is told to save data, as far as it says so. */
export const saving = () =>
  /** @type {{connection?: {saveData?: boolean}}} */ (navigator).connection?.saveData === true;
