/**
 * What every compiled script begins with, in its worker: it runs the script and writes each answer as F# Interactive does,
 * `val it: int = 10780`, by the types that the compiler left with them.
 */

/**
 * @typedef {object} Kind  a type, as Fable's Reflection.js has it
 * @property {string} fullname
 * @property {Kind[]} [generics]
 * @property {() => [string, Kind][]} [fields]  of a record
 * @property {() => object[]} [cases]  of a union
 * @property {[string, number][]} [enumCases]
 *
 * @typedef {[string, () => unknown, () => Kind]} Answer  a type in words, and what gives the value and the type
 *
 * @typedef {object} Library
 * @property {(value: unknown) => unknown} value  what an option holds
 * @property {(value: unknown, kind: Kind) => [{name: string, fields?: [string, Kind][]}, unknown[]]} getUnionFields
 */

/** Lines after which a program has said enough. */
const LINES = 500;
/** Items of a list that are shown; of a sequence, which may have no end, as many as F# Interactive shows. */
const ITEMS = 100;
const FIRST = 4;
const UNKNOWN = "…";

/**
 * @param {Record<string, object>} modules  all that a script may import, by path
 * @param {(from: (path: string) => object) => Answer[]} script
 */
export function serve(modules, script) {
  const from = (/** @type {string} */ path) => {
    const module = modules[path];
    if (!module) throw new Error(`A page has nothing of ${path.replace(/^.*\/|\.js$/g, "")}.`);
    return module;
  };
  let lines = 0;
  const say = (/** @type {string} */ line) => {
    lines += 1;
    if (lines <= LINES) self.postMessage({ line });
    if (lines === LINES) self.postMessage({ line: UNKNOWN });
  };
  const library = { ...from("fable-library/Option.js"), ...from("fable-library/Reflection.js") };
  const { shown } = new Writer(/** @type {Library} */ (library));
  console.log = (...words) => say(words.join(" ")); // printfn
  self.onmessage = () => {
    try {
      for (const [type, answer, kind] of script(from)) {
        try {
          const known = kind();
          // A function is not asked for: Fable may have made one of it and of what gives it.
          const text = known.fullname.includes("FSharpFunc`") ? "<fun>" : shown(answer(), known);
          say(`val it: ${type} = ${text}`);
        } catch (error) {
          say(raised(error));
        }
      }
    } catch (error) {
      say(raised(error));
    }
    self.postMessage({ done: true });
  };
}

/** @param {unknown} error */
function raised(error) {
  const words = String(/** @type {Error} */ (error)?.message ?? error);
  return `System.${/ \(Parameter '.*'\)$/.test(words) ? "ArgumentException" : "Exception"}: ${words}`;
}

/** Numbers by their type: how a literal of it ends. @type {Record<string, string>} */
const SUFFIXES = {
  Byte: "uy",
  SByte: "y",
  Int16: "s",
  UInt16: "us",
  Int32: "",
  UInt32: "u",
  Int64: "L",
  UInt64: "UL",
  Decimal: "M",
  "Numerics.BigInteger": "I",
};
/** @type {Record<string, string>} */
const ESCAPES = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Writes values as literals of F#. */
class Writer {
  #library;

  /** @param {Library} library */
  constructor(library) {
    this.#library = library;
  }

  /** @param {unknown} value @param {Kind} kind @returns {string} */
  shown = (value, kind) => {
    const [first, second] = kind.generics ?? [];
    const name = kind.fullname.replace(/^System\.|^Microsoft\.FSharp\.(?:Core|Collections)\./, "");
    const suffix = SUFFIXES[name];
    if (suffix !== undefined) return `${value}${suffix}`;
    if (kind.enumCases) return kind.enumCases.find(([, number]) => number === value)?.[0] ?? UNKNOWN;
    if (name.startsWith("Tuple`")) return `(${this.#each(/** @type {unknown[]} */ (value), kind.generics ?? [])})`;
    switch (name) {
      case "Unit":
        return "()";
      case "Boolean":
        return String(value);
      case "Double":
        return real(Number(value));
      case "Single":
        return `${real(Number(value))}f`;
      case "String":
        return value == null ? "null" : `"${String(value).replace(/["\\\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign)}"`;
      case "Char":
        return `'${value === "'" ? "\\'" : value === '"' ? value : String(value).replace(/[\\\n\r\t]/, (sign) => ESCAPES[sign] ?? sign)}'`;
      case "FSharpOption`1":
        return value == null
          ? "None"
          : `Some ${this.#argument(this.#library.value(value), /** @type {Kind} */ (first))}`;
      case "FSharpList`1":
        return `[${this.#items(value, first, ITEMS)}]`;
      case "[]":
        return `[|${this.#items(value, first, ITEMS)}|]`;
      case "FSharpSet`1":
        return `set [${this.#items(value, first, ITEMS)}]`;
      case "FSharpMap`2":
        return `map [${this.#items(value, { fullname: "System.Tuple`2", generics: [first, second] }, ITEMS)}]`;
      case "Collections.Generic.IEnumerable`1":
        return `seq [${this.#items(value, first, FIRST)}]`;
    }
    if (kind.fields) return this.#record(/** @type {Record<string, unknown>} */ (value), kind.fullname, kind.fields());
    return kind.cases ? this.#union(value, kind) : UNKNOWN;
  };

  /** @param {Record<string, unknown>} value @param {string} name @param {[string, Kind][]} fields */
  #record(value, name, fields) {
    const text = fields.map(([field, kind]) => `${field} = ${this.shown(value[field], kind)}`).join("; ");
    return name ? `{ ${text} }` : `{| ${text} |}`;
  }

  /** @param {unknown} value @param {Kind} kind */
  #union(value, kind) {
    const [{ name, fields = [] }, values] = this.#library.getUnionFields(value, kind);
    const kinds = fields.map(([, kind]) => kind);
    if (kinds.length > 1) return `${name} (${this.#each(values, kinds)})`;
    return kinds[0] ? `${name} ${this.#argument(values[0], kinds[0])}` : name;
  }

  /** What stands behind the name of a case: in brackets, where it has an argument itself. @param {unknown} value @param {Kind} kind */
  #argument(value, kind) {
    const text = this.shown(value, kind);
    return /^[A-Za-z].* /.test(text) ? `(${text})` : text;
  }

  /** @param {unknown[]} values @param {Kind[]} kinds */
  #each(values, kinds) {
    return kinds.map((kind, at) => this.shown(values[at], kind)).join(", ");
  }

  /** @param {unknown} values @param {any} kind @param {number} most */
  #items(values, kind, most) {
    const texts = [];
    for (const value of /** @type {Iterable<unknown>} */ (values)) {
      if (texts.length === most) {
        texts.push("...");
        break;
      }
      texts.push(this.shown(value, kind));
    }
    return texts.join("; ");
  }
}

/** @param {number} value */
function real(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-infinity" : "infinity";
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
