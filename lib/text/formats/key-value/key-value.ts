import { catkeys } from "./catkeys";
import { dtd } from "./dtd";
import { iniFormats } from "./ini";
import { joomla } from "./joomla";
import { rc } from "./rc";

/** Plain files of keys and texts, each with a spelling of its own. */
export const keyValueFormats = [joomla, ...iniFormats, dtd, catkeys, rc];
