/** The page's script: puts life into what the generator wrote. */

import { serversApart } from "./page/apart.js";
import { checkedValues } from "./page/checked.js";
import { askFirstControl, languageControl, mayStart, themeControl } from "./page/choices.js";
import { defineWidgets } from "./page/define.js";
import { Address } from "./page/fragment.js";
import { Python } from "./page/python.js";
import { contents, copying } from "./page/reading.js";
import { scriptButtons } from "./page/scripts.js";

const site = JSON.parse(document.getElementById("site")?.textContent ?? "{}");
const python = new Python(site);

defineWidgets({ python, mayStart, address: new Address(), apart: serversApart(site) });
themeControl();
languageControl();
askFirstControl(() => python.dispatchEvent(new Event("change")));
contents();
scriptButtons(site);
checkedValues();
copying();
