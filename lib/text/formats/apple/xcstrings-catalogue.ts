import type { FormatOptions } from "../kernel/format";
import { memberOf } from "../kernel/json/reading";
import { airyObject } from "../kernel/json/surgery";
import {
  type Below,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  liveMembers,
  scanJson,
} from "../kernel/json/tokens";
import { blankBefore, indentAt, lineEnding } from "../kernel/splice";
import {
  type CatalogueHead,
  codeFilter,
  headOf,
  isCode,
  localizationIn,
  plainCode,
  SHALLOW,
  sameCode,
} from "./xcstrings-head";
import { isAiry } from "./xcstrings-structure";

/** A string catalogue as a file for each of its languages, and new catalogues. */

/** A catalogue with its strings, of equal keys the last, and what was asked for of their localizations. */
export interface Catalogue extends CatalogueHead {
  root: JsonObject;
  live: JsonMember[];
}

/** @throws FormatError when it is no catalogue */
export function openCatalogue(text: string, localizations: Below): Catalogue {
  const string: Below = { members: (name) => (name === "localizations" ? localizations : SHALLOW) };
  const strings: Below = { members: () => string };
  const root = scanJson(text, false, { members: (key) => (key === "strings" ? strings : SHALLOW) });
  const head = headOf(text, root);
  return { ...head, root: root as JsonObject, live: liveMembers(head.strings) };
}

/** The languages of a catalogue: its own, then the others by their codes. @throws FormatError */
export function languagesOf(text: string): string[] {
  const known = new Set<string>();
  const localizations: Below = {
    members: (code) => {
      known.add(code);
      return false;
    },
  };
  const { source, strings, live } = openCatalogue(text, localizations);
  const isOther = (code: string): boolean => isCode(code) && !sameCode(code, source);
  const doubled = (node: JsonNode): boolean =>
    node.kind === "object" && node.members.filter(({ key }) => key === "localizations").length > 1;
  let codes: Iterable<string> = known;
  if (live.length < strings.members.length || live.some(({ value }) => doubled(value))) {
    // Of equal keys the last counts, and the others may name languages that it does not.
    const all = openCatalogue(text, { members: () => SHALLOW }).live.flatMap(({ value }) => {
      const own = memberOf(value, "localizations");
      return own?.kind === "object" ? own.members.map(({ key }) => key) : [];
    });
    codes = new Set(all);
  }
  const others = new Map<string, string>();
  for (const code of codes) {
    const plain = plainCode(code);
    if (isOther(code) && !others.has(plain)) others.set(plain, code);
  }
  return [source, ...[...others.values()].sort()];
}

/** Text of an object with some of its members, each as it stands or as it is given. */
function objectWith(text: string, node: JsonObject, airy: boolean, members: readonly [JsonMember, string?][]): string {
  const [first] = members;
  const last = members.at(-1);
  if (!first || !last) {
    if (node.members.length === 0 && /^\{\s*\}$/.test(text.slice(node.start, node.end)))
      return text.slice(node.start, node.end);
    return airy ? airyObject(indentAt(text, node.start), lineEnding(text)) : "{}";
  }
  const written = members.map(
    ([{ keyStart, value }, given]) =>
      blankBefore(text, node.start + 1, keyStart) +
      (given === undefined ? text.slice(keyStart, value.end) : text.slice(keyStart, value.start) + given),
  );
  return `{${written.join(",")}${blankBefore(text, last[0].value.end, node.end - 1)}}`;
}

/** What a key has in one language; undefined when it has nothing there and is no string of that language. */
export function stringIn(
  text: string,
  value: JsonNode,
  code: string,
  isSource: boolean,
  airy: boolean,
): string | undefined {
  if (value.kind !== "object") return isSource ? text.slice(value.start, value.end) : undefined;
  const members = liveMembers(value);
  const localizations = members.find(({ key }) => key === "localizations");
  const own = localizationIn(localizations?.value, code);
  if (!own && !isSource) return undefined;
  const trimmed = own && objectWith(text, localizations!.value as JsonObject, airy, [[own]]);
  const kept = members.flatMap((member): [JsonMember, string?][] => {
    if (member !== localizations) {
      const off = member.key === "shouldTranslate" && text.slice(member.value.start, member.value.end) === "false";
      return isSource || off ? [[member]] : [];
    }
    if (member.value.kind !== "object") return isSource ? [[member]] : [];
    return trimmed === undefined ? [] : [[member, trimmed]];
  });
  return objectWith(text, value, airy, kept);
}

/** What a catalogue says in one language, as a catalogue; undefined when it says nothing. @throws FormatError */
export function partOf(text: string, code: string): string | undefined {
  const mine = codeFilter(code);
  let others = false;
  const members = (key: string) => {
    others ||= !mine(key);
    return mine(key) && SHALLOW;
  };
  const { root, source, strings, live } = openCatalogue(text, { members });
  const isOwn = sameCode(source, code);
  if (isOwn && !others) return text;
  const airy = isAiry(text, root);
  const kept = live.flatMap((member): [JsonMember, string][] => {
    const value = stringIn(text, member.value, code, isOwn, airy);
    return value === undefined ? [] : [[member, value]];
  });
  if (!isOwn && kept.length === 0) return undefined;
  return around(text, root, strings, objectWith(text, strings, airy, kept));
}

/** The catalogue with other strings. */
const around = (text: string, root: JsonObject, { start, end }: JsonObject, strings: string): string =>
  text.slice(0, root.start) + text.slice(root.start, start) + strings + text.slice(end);

/** A catalogue without strings, as its base has it or as Xcode would start one. */
export function createXcstrings(base: string | undefined, { languageCode }: FormatOptions): string {
  if (base === undefined)
    return `{\n  "sourceLanguage" : ${JSON.stringify(languageCode)},\n  "strings" : {\n\n  },\n  "version" : "1.0"\n}`;
  return createFrom(base);
}

/** A catalogue with its strings taken out. */
export function createFrom(text: string): string {
  const { root, strings } = openCatalogue(text, SHALLOW);
  return around(text, root, strings, objectWith(text, strings, isAiry(text, root), []));
}
