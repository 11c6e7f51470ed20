import { jsonLayout } from "../kernel/json/layout";
import { JsonIndex } from "../kernel/json/paths";
import { memberOf } from "../kernel/json/reading";
import { JsonSurgery } from "../kernel/json/surgery";
import { type Below, type JsonObject, scanJson } from "../kernel/json/tokens";
import { codeFilter, SHALLOW, sortedPlaces, stringsOf } from "./xcstrings-head";

/** The structure of string catalogues, without what their texts say. */

/** Whether a file looks like one of Apple's tools, which write an empty line between the braces of an empty object. */
export const isAiry = (text: string, root: JsonObject): boolean => {
  const { colon, tall } = jsonLayout(text, root, {});
  return tall && colon === " : ";
};

/**
 * The structure of a catalogue, to put members in and take them out. Only of these keys it is looked at what they say,
 * and of the texts only at those of one language.
 */
export function catalogueSurgery(
  text: string,
  keys: ReadonlySet<string>,
  keepsKeys: boolean,
  code?: string,
): { index: JsonIndex; surgery: JsonSurgery } {
  const mine = code === undefined ? () => false : codeFilter(code);
  const localizations: Below = { members: (other) => mine(other) || SHALLOW };
  const string: Below = { members: (name) => (name === "localizations" ? localizations : SHALLOW) };
  const strings: Below = { members: (key) => (keys.has(key) ? string : SHALLOW) };
  const root = scanJson(text, false, { members: (key) => (key === "strings" ? strings : SHALLOW) }) as JsonObject;
  const holder = stringsOf(root);
  const anchors = [holder, ...(keepsKeys ? holder.members.map(({ value }) => value) : [])];
  const style = { order: sortedPlaces, airy: isAiry(text, root) };
  return { index: new JsonIndex(root), surgery: new JsonSurgery(text, root, {}, undefined, new Set(anchors), style) };
}

/**
 * Whether a file has nothing but texts of one language, as a part of a catalogue has: a key without them is then no
 * string at all. In a whole catalogue such a key is a string that is not translated.
 */
export function isPart(text: string, code: string): boolean {
  const mine = codeFilter(code);
  let whole = false;
  const localizations: Below = {
    members: (other) => {
      whole ||= !mine(other);
      return SHALLOW;
    },
  };
  const string: Below = { members: (name) => (name === "localizations" ? localizations : SHALLOW) };
  const root = scanJson(text, false, { members: (key) => key === "strings" && { members: () => string } });
  const about = new Set(["localizations", "shouldTranslate"]);
  return (
    !whole &&
    stringsOf(root).members.every(({ value }) => {
      const own = memberOf(value, "localizations");
      return (
        value.kind === "object" &&
        value.members.every(({ key }) => about.has(key)) &&
        own?.kind === "object" &&
        own.members.length > 0
      );
    })
  );
}
