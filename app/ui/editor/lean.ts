import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";

/** Strings as a page sends them: without what most strings are like. */

/** What the page sends of every string. */
type Always = "id" | "checksum" | "position" | "sources" | "targets";

const USUAL: Omit<EditorUnit, Always | "translationId" | "marks"> = {
  state: 20,
  version: 1,
  context: "",
  note: "",
  explanation: [],
  ownExplanation: [],
  location: [],
  flags: "",
  ownFlags: "",
  labels: [],
  previousSources: [],
  findings: [],
  dismissed: [],
  suggested: false,
  pending: false,
  automatic: false,
  waits: false,
  clash: null,
  draft: null,
};

/** A string without what is usual. */
export type LeanUnit = Pick<EditorUnit, Always> & Partial<EditorUnit>;

type JsonTexts = ReadonlyMap<string, string>;

/** The members of an object as JSON. */
const jsonTexts = (object: object): JsonTexts =>
  new Map(Object.entries(object).map(([name, value]) => [name, JSON.stringify(value)]));

/** An object without what is usual: `own` for itself, `all` for its kind. */
function without<Lean>(whole: object, own: object, all: JsonTexts): Lean {
  const ownTexts = jsonTexts(own);
  const isUsual = (name: string, value: unknown) => {
    const usual = ownTexts.get(name) ?? all.get(name);
    return usual !== undefined && usual === JSON.stringify(value);
  };
  return Object.fromEntries(Object.entries(whole).filter(([name, value]) => !isUsual(name, value))) as Lean;
}

const USUAL_TEXTS = jsonTexts(USUAL);

/** What nearly all strings have that say as much in the source. @param translationId the translation that most are of */
const usualOf = (sources: readonly string[], translationId: number) => ({
  translationId,
  marks: sources.map(() => []),
});

export const leanUnit = (unit: EditorUnit, translationId: number): LeanUnit =>
  without(unit, usualOf(unit.sources, translationId), USUAL_TEXTS);

export const wholeUnit = (unit: LeanUnit, translationId: number): EditorUnit => ({
  ...USUAL,
  ...usualOf(unit.sources, translationId),
  ...unit,
});

type OtherLanguage = EditorContext["languages"][number];

const USUAL_LANGUAGE: Pick<OtherLanguage, "direction" | "state" | "beside" | "from"> = {
  direction: "ltr",
  state: 20,
  beside: false,
  from: false,
};

const USUAL_LANGUAGE_TEXTS = jsonTexts(USUAL_LANGUAGE);

/** What stands beside a string, without what most other languages are like. */
export type LeanContext = Omit<EditorContext, "languages"> & {
  languages: readonly (Omit<OtherLanguage, keyof typeof USUAL_LANGUAGE> & Partial<OtherLanguage>)[];
};

export const leanContext = (context: EditorContext): LeanContext => ({
  ...context,
  languages: context.languages.map((language) => without(language, { stored: language.name }, USUAL_LANGUAGE_TEXTS)),
});

export const wholeContext = (context: LeanContext): EditorContext => ({
  ...context,
  languages: context.languages.map((language) => ({ ...USUAL_LANGUAGE, ...language })),
});
