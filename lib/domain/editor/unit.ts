import {
  clashes,
  components,
  findings,
  labels,
  projects,
  sourceUnitLabels,
  sourceUnits,
  translations as translationRows,
  units,
} from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import {
  anyOf,
  asJson,
  asText,
  asTexts,
  hashText,
  jsonList,
  jsonObject,
  orNull,
  subselect,
} from "@/lib/platform/expressions";
import type { Check, TermJudge } from "@/lib/text/checks/check";
import { checkGlossary } from "@/lib/text/checks/check-glossary";
import { describeCheck } from "@/lib/text/checks/describe";
import { CHECK_IDS, flagFormOf } from "@/lib/text/checks/ids";
import { maxSize } from "@/lib/text/checks/max-size";
import { runChecks } from "@/lib/text/checks/run";
import type { Phrase } from "@/lib/text/checks/sentences";
import type { ClashKind, UnitState } from "@/lib/text/codes";
import { type Flags, formatFlags } from "@/lib/text/flags/flags";
import type { FontGroups } from "@/lib/text/fonts/metrics";
import { checksumOf } from "@/lib/text/hash";
import type { Refusal } from "@/lib/text/messages/refusal";
import { type ProtectedSpan, protectedSpans } from "@/lib/text/protected-spans";
import { type RichNode, readRichText } from "@/lib/text/rich-text";
import type { Actor } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { nameFor } from "../access/pseudonym";
import { FORM_SEPARATOR, joinForms } from "../changes/record";
import { readFonts, readGlossary } from "../quality/bring-aids";
import { comparedSources, effectiveFlags, outerFlags } from "../quality/check-unit";
import { type TranslationRow, translationsById } from "../translations/translations";
import { describeEarlier, earlierTexts } from "../units/earlier-texts";
import { foundBy } from "../units/found-by";
import { type SourceLink, sourceLinks } from "../units/source-links";
import { sourceWaits, UNIT_FROM, undecidedClash } from "../units/units";
import { draftsOf } from "./drafts";

const [u, s, f] = [units.as("u"), sourceUnits.as("s"), findings.as("f")];
const [t, c, p] = [translationRows.as("t"), components.as("c"), projects.as("p")];
const k = clashes.as("k");
const [sl, b] = [sourceUnitLabels.as("sl"), labels.as("b")];

/** A failing check as a translator reads it. */
export interface EditorFinding {
  check: string;
  name: string;
  /** What it looks for; undefined where the sentences say it. */
  about?: string;
  sentences: readonly Phrase[];
  severity: Check["severity"];
  /** Number of the form it is about. */
  form: number;
  /** Pieces of the text that should not be there. */
  extra?: readonly string[];
  /** All forms as they were before, where they can be put back. */
  earlier?: readonly string[];
}

/** A check that fails and does not count. */
export interface EditorDismissal {
  check: string;
  name: string;
  /** In all languages, by a flag of the source string. */
  everywhere: boolean;
}

/** A clash of a string that nobody has decided: both texts, and who wrote them. */
export interface EditorClash {
  kind: ClashKind;
  /** Why the file cannot hold the text from here, in the format's words; "" where it could. */
  refusal: string;
  /** The same as a message, for readers of other languages. */
  said: Refusal | null;
  /** Who saved a text here. */
  translator: string;
  translatorTargets: string[];
  /** Who wrote one upstream, when. */
  upstreamAuthor: string;
  upstreamTargets: string[];
  at: string;
}

/** One string as the editor holds it: small, whole, and plain JSON. */
export interface EditorUnit {
  id: number;
  translationId: number;
  checksum: string;
  position: number;
  sources: string[];
  targets: string[];
  state: UnitState;
  /** Base of `If-Match`. */
  version: number;
  context: string;
  note: string;
  explanation: RichNode[];
  /** What is said of this translation of a term, in a glossary. */
  ownExplanation: RichNode[];
  location: SourceLink[];
  /** All flags that hold for it, in canonical form. */
  flags: string;
  /** Those among them that are about this string: its own and its file's. What holds for a whole component is no news. */
  ownFlags: string;
  labels: { name: string; color: string }[];
  /** Forms of the source before it changed; empty when it did not. */
  previousSources: string[];
  /** Placeholders and tags of each source form. */
  marks: (readonly ProtectedSpan[])[];
  findings: EditorFinding[];
  dismissed: EditorDismissal[];
  suggested: boolean;
  pending: boolean;
  automatic: boolean;
  /** Whether it waits for its source to be ready. */
  waits: boolean;
  clash: EditorClash | null;
  /** The viewer's own unsaved text. */
  draft: { targets: string[]; baseVersion: number; at: string } | null;
}

const columnsFor = (actor: Actor) =>
  combined(
    pick(
      u,
      "id",
      "sourceId",
      "translationId",
      "position",
      "targets",
      "state",
      "version",
      "previousSource",
      "suggested",
      "pending",
      "automatic",
    ),
    pick(s, "sources", "context", "note", "explanation", "location", "flags", "extraFlags"),
    named({
      ownExplanation: u.explanation,
      idHash: hashText(s.idHash),
      waits: sourceWaits({ s, t, c, p }),
      failing: asTexts(
        sql`array(select ${f.check} from ${f} where ${f.unitId} = ${u.id} and not ${f.dismissed} order by 1)`,
      ),
      dismissals: asTexts(
        sql`array(select ${f.check} from ${f} where ${f.unitId} = ${u.id} and ${f.dismissed} order by 1)`,
      ),
      labels: jsonList(
        { name: b.name, color: b.color },
        b.name,
        sql`from ${sl} join ${b} on ${b.id} = ${sl.labelId} where ${sl.sourceId} = ${s.id}`,
      ),
      clash: subselect(
        jsonObject({
          kind: k.kind,
          refusal: k.refusal,
          said: orNull(asJson<Refusal>(k.refusalSaid)),
          translator: asText(nameFor(actor, k.translatorName, k.translatorId, p.id)),
          translatorTargets: k.translatorTargets,
          upstreamAuthor: asText(nameFor(actor, k.upstreamAuthorName, k.upstreamAuthorId, p.id)),
          upstreamTargets: k.upstreamTargets,
          at: asText(
            sql`to_char(coalesce(${k.committedAt}, ${k.createdAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
          ),
        }),
        sql`from ${k} where ${undecidedClash(k, u)} order by ${k.id} desc limit 1`,
      ),
    }),
  );

type Row = SelectedRow<ReturnType<typeof columnsFor>>;

/**
 * Strings by their ids for the editor, with the viewer's drafts, in no order; those that are not there are left out.
 * @param known translations that some of them are of; others are looked up
 */
export async function selectEditorUnits(
  actor: Actor,
  ids: readonly number[],
  known: readonly TranslationRow[] = [],
): Promise<EditorUnit[]> {
  if (ids.length === 0) return [];
  const rows = await db.rows(
    sql`select ${columnsFor(actor)} ${UNIT_FROM} where ${anyOf(u.id, ids)} and ${visibleComponents(actor)}`,
  );
  const translations = new Map(known.map((row) => [row.id, row]));
  const missing = [...new Set(rows.map((row) => row.translationId))].filter((id) => !translations.has(id));
  const [found, drafts] = await Promise.all([
    translationsById(actor, missing),
    draftsOf(
      actor,
      rows.map((row) => row.id),
    ),
  ]);
  for (const row of found) translations.set(row.id, row);
  const parts = await Promise.all(
    [...translations.values()].map(async (translation) => {
      const own = rows.filter((row) => row.translationId === translation.id);
      const [judge, fonts, earlier, others] = await Promise.all([
        judgeOf(translation, own),
        fontsOf(translation, own),
        earlierOf(own),
        foundBy(db, actor, own),
      ]);
      return own.map((row) =>
        complete(actor, translation, row, { judge, fonts, earlier: earlier.get(row.id), others: others.get(row.id) }),
      );
    }),
  );
  return parts.flat().map((unit) => {
    const draft = drafts.get(unit.id);
    return {
      ...unit,
      draft: draft
        ? { targets: draft.targets, baseVersion: draft.baseVersion, at: draft.updatedAt.toISOString() }
        : null,
    };
  });
}

/** Fonts of the project, where a string fails for its size. */
async function fontsOf(translation: TranslationRow, rows: readonly Row[]) {
  const { component, languageId } = translation;
  const failing = rows.filter((row) => row.failing.includes(maxSize.id));
  const levels = failing.map((row) => [...outerFlags({ component, translation }), row.flags, row.extraFlags]);
  return readFonts(db, { projectId: component.projectId, languageId }, levels);
}

/** What the glossaries say, where a string fails them. */
async function judgeOf(translation: TranslationRow, rows: readonly Row[]) {
  const texts = rows.flatMap((row) => (row.failing.includes(checkGlossary.id) ? row.sources : []));
  if (texts.length === 0) return undefined;
  const { component, componentId, languageId, language } = translation;
  return readGlossary(db, { projectId: component.projectId, componentId, languageId }, texts, language.code);
}

/** Translations that strings had before, where they fail for that. */
function earlierOf(rows: readonly Row[]) {
  const untranslated = rows.filter((row) => row.failing.includes("translated"));
  return earlierTexts(
    db,
    untranslated.map(({ id, sourceId, targets }) => ({ id, sourceId, target: joinForms(targets) })),
  );
}

/** What findings are told with, beside the string. */
interface Known {
  judge: TermJudge | undefined;
  fonts: FontGroups | undefined;
  earlier: readonly string[] | undefined;
  others: Readonly<Record<string, readonly Phrase[]>> | undefined;
}

/** Failing checks with the sentences that the pure checks have to say; others speak by what they look for. */
function findingsOf(
  translation: TranslationRow,
  row: Row,
  flags: Flags,
  { judge, fonts, earlier, others }: Known,
): EditorFinding[] {
  if (row.failing.length === 0) return [];
  const results = runChecks({
    sources: comparedSources(translation.component.fileFormat, translation.isTemplate ? row.targets : row.sources),
    targets: row.targets,
    flags,
    languageCode: translation.language.code,
    sourceLanguageCode: translation.component.sourceLanguage.code,
    plural: translation.plural,
    sourcePlural: translation.component.sourceLanguage.plural,
    isSource: translation.isSource,
    judge,
    fonts,
  });
  const said = new Map(results.map((result) => [result.check, result]));
  return row.failing.map((check) => {
    const result = said.get(check);
    const about = describeCheck(check);
    const name = about?.name ?? check;
    if (check === "translated" && earlier)
      return { check, name, sentences: [describeEarlier(earlier)], severity: "warning", form: 0, earlier };
    const sentences = result?.findings[0]?.sentences ?? others?.[check] ?? [];
    return {
      check,
      name,
      ...(sentences.length > 0 ? {} : { about: about?.about ?? name }),
      sentences,
      severity: about?.severity ?? "warning",
      form: result?.form ?? 0,
      extra: result?.findings[0]?.extra,
    };
  });
}

/** Checks that somebody has dismissed: of this string, and by flags of its source. */
function dismissalsOf({ dismissals, extraFlags }: Row): EditorDismissal[] {
  const flags = extraFlags === "" ? undefined : effectiveFlags([extraFlags]);
  const ignored = flags ? CHECK_IDS.filter((check) => flags.has(`ignore-${flagFormOf(check)}`)) : [];
  const named = (check: string, everywhere: boolean) => ({
    check,
    name: describeCheck(check)?.name ?? check,
    everywhere,
  });
  return [...dismissals.map((check) => named(check, false)), ...ignored.map((check) => named(check, true))];
}

function complete(actor: Actor, translation: TranslationRow, row: Row, known: Known): Omit<EditorUnit, "draft"> {
  const { component } = translation;
  const { idHash, sourceId, extraFlags, previousSource, failing, dismissals, ...rest } = row;
  const flags = effectiveFlags([...outerFlags({ component, translation }), row.flags, extraFlags]);
  return {
    ...rest,
    explanation: rest.explanation === "" ? [] : readRichText(rest.explanation),
    ownExplanation: rest.ownExplanation === "" ? [] : readRichText(rest.ownExplanation),
    checksum: checksumOf(BigInt(idHash)),
    flags: formatFlags(flags),
    ownFlags: formatFlags(effectiveFlags([row.flags, extraFlags])),
    location: sourceLinks(actor, component, row.location),
    previousSources: previousSource === "" ? [] : previousSource.split(FORM_SEPARATOR),
    marks: row.sources.map((text) => protectedSpans(text, flags)),
    findings: findingsOf(translation, row, flags, known),
    dismissed: dismissalsOf(row),
  };
}
