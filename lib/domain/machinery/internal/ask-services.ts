import { type EngineContext, EngineError, type EngineText } from "@/lib/platform/machinery/engine";
import { flagNumber } from "@/lib/text/flags/flags";
import { type ProtectedText, protectPlaceables } from "@/lib/text/placeables";
import { offersZero } from "@/lib/text/plurals/zero";
import type { Actor } from "../../access/actor";
import { Failed } from "../../errors";
import { effectiveFlags, outerFlags } from "../../quality/check-unit";
import type { TranslationRow } from "../../translations/translations";
import { expectedForms } from "../../units/units";
import { type OutsideService, openSettings } from "../services";
import { contextOf } from "./context";
import { termsOf } from "./glossary-terms";
import { whileKeeping } from "./keep-sent";
import { openMailbox } from "./mailbox";
import { type OtherText, secondaryTexts } from "./secondary-texts";
import { countTokens, spend } from "./spend";

/** What a service is told of a string. */
export interface AskedUnit {
  id: number;
  sources: string[];
  targets: string[];
  /** Flag texts of the file and of people. */
  flags: string;
  extraFlags: string;
}

export interface OutsideAnswer {
  targets: string[];
  quality: number;
  /** Placeables that it lost or made up. */
  lost: string[];
}

/** Longer texts are not sent. */
const LONGEST = 5000;

interface Piece extends ProtectedText {
  /** Code of the language that it is translated from. */
  from: string;
  unit: number;
  /** Of the string. */
  id: number;
  form: number;
  /** Of a service that has several, by the flags of the string. */
  domain: string | undefined;
  previous: string;
  about: EngineContext | undefined;
}

/**
 * Translations of strings by a service outside, in requests of the size it takes; undefined where it has none. Every
 * plural form is asked for by itself.
 * @throws Failed with what the service said
 */
export async function askOutside(
  actor: Actor,
  translation: TranslationRow,
  service: OutsideService,
  units: readonly AskedUnit[],
): Promise<(OutsideAnswer | undefined)[]> {
  const about: ReadonlyMap<number, EngineContext> = service.engine.reads
    ? await contextOf(
        translation.id,
        units.map((unit) => unit.id),
      )
    : new Map();
  const others: ReadonlyMap<number, OtherText> =
    service.settings.source_language === "source"
      ? new Map()
      : await secondaryTexts(
          translation.component.id,
          units.map((unit) => unit.id),
          service.settings.source_language === "secondary",
        );
  const pieces = units.flatMap((unit, index) =>
    piecesOf(translation, service, unit, index, { about: about.get(unit.id), other: others.get(unit.id) }),
  );
  const answers: (OutsideAnswer | undefined)[] = units.map((unit) => ({
    targets: Array.from({ length: formsOf(translation, unit) }, () => ""),
    quality: service.most,
    lost: [],
  }));
  const { batch } = service.engine;
  const kindOf = ({ from, domain }: Piece) => JSON.stringify([from, domain]);
  const chunks = [...new Set(pieces.map(kindOf))].flatMap((kind) => {
    const same = pieces.filter((piece) => kindOf(piece) === kind);
    return Array.from({ length: Math.ceil(same.length / batch) }, (_, at) => same.slice(at * batch, (at + 1) * batch));
  });
  for (const chunk of chunks) {
    const found = await ask(actor, translation, service, chunk);
    chunk.forEach((piece, index) => {
      const [one, answer] = [found[index], answers[piece.unit]];
      if (!one || !answer) answers[piece.unit] = undefined;
      else {
        const { text, wrong } = piece.salvage(one.text);
        answer.targets[piece.form] = text;
        answer.quality = Math.min(answer.quality, one.quality);
        answer.lost = [...new Set([...answer.lost, ...wrong])];
      }
    });
  }
  return answers.map((answer) =>
    answer?.targets.every((text, form) => text !== "" || staysEmpty(translation, answer.targets, form))
      ? answer
      : undefined,
  );
}

/** Whether a form is one for zero that is only offered: a service would write what the general form says. */
const staysEmpty = (translation: TranslationRow, forms: readonly unknown[], form: number): boolean =>
  form === 0 && forms.length > 1 && offersZero(translation.plural);

const formsOf = (translation: TranslationRow, unit: AskedUnit): number =>
  expectedForms({
    sources: unit.sources,
    pluralNumber: translation.plural.number,
    fileFormat: translation.component.fileFormat,
  });

function piecesOf(
  translation: TranslationRow,
  service: OutsideService,
  unit: AskedUnit,
  index: number,
  { about: known, other }: { about: EngineContext | undefined; other: OtherText | undefined },
): Piece[] {
  const from = other?.language ?? translation.component.sourceLanguage.code;
  const sources = other?.texts ?? unit.sources;
  const levels = [...outerFlags({ component: translation.component, translation }), unit.flags, unit.extraFlags];
  const flags = effectiveFlags(levels);
  const placeholders = flags.get("placeholders") ?? [];
  const about = known && { ...known, limit: flagNumber(flags, "max-length") };
  const literals = placeholders.filter((value) => !value.pattern).map((value) => value.text);
  const forms = Array.from({ length: formsOf(translation, unit) }, (_, form) => form);
  return forms
    .map((form) => {
      const source = staysEmpty(translation, forms, form) ? "" : sourceOfForm(translation, sources, form);
      const usable = source.trim() !== "" && source.length <= LONGEST ? source : "";
      return {
        ...protectPlaceables(usable, service.engine.markers, literals),
        from,
        unit: index,
        id: unit.id,
        form,
        domain: service.engine.receive && flags.get("etranslation-domain")?.[0]?.text,
        previous: unit.targets[form] ?? "",
        about,
      };
    })
    .filter((piece) => piece.text !== "");
}

/** The singular for the form that counts one thing, the plural for all others. */
function sourceOfForm(translation: TranslationRow, sources: readonly string[], form: number): string {
  const [first = "", ...more] = sources;
  const single = more.length === 0 || (translation.plural.number > 1 && translation.plural.categories[form] === "one");
  return single ? first : (more.at(-1) as string);
}

const cache = new Map<string, { at: number; text: string; quality: number } | null>();
const CACHED = 2000;
const FRESH_MS = 600_000;

/** Answers are kept for some minutes: the same string is opened more than once. */
async function ask(
  actor: Actor,
  translation: TranslationRow,
  service: OutsideService,
  pieces: readonly Piece[],
): Promise<({ text: string; quality: number } | undefined)[]> {
  const source = pieces[0]?.from ?? translation.component.sourceLanguage.code;
  const target = translation.language.code;
  const glossary = await termsOf(
    actor,
    translation,
    pieces.map((piece) => piece.text),
  );
  const keyOf = (piece: Piece): string =>
    JSON.stringify([
      ...[service.id, service.settings, source, target, piece.domain, piece.text, piece.previous, piece.about],
      glossary,
    ]);
  const known = pieces.map((piece) => cache.get(keyOf(piece)));
  const now = Date.now();
  if (known.every((one) => one && now - one.at < FRESH_MS)) return known.map((one) => one ?? undefined);
  const texts = pieces.map(({ text, previous, about }): EngineText => ({ text, previous, about }));
  const { projectId } = translation.component;
  const mailbox = service.engine.receive && (await openMailbox(projectId, service, pieces.map(keyOf)));
  const characters = pieces.reduce((sum, { text }) => sum + [...text].length, 0);
  // What was asked already is not sent again.
  if (!mailbox || mailbox.address !== undefined)
    await spend(projectId, service, characters).catch(async (error: unknown) => {
      await mailbox?.close();
      throw error;
    });
  let tokens = 0;
  const spent = (count: number) => {
    tokens += count;
  };
  const unitIds = pieces.map(({ id }) => id);
  const answers = await told(service, () =>
    whileKeeping({ actor, translation, service, unitIds }, () =>
      service.engine.translate(openSettings(service), {
        ...{ source, target, texts, glossary, spent },
        ...{ domain: pieces[0]?.domain, mailbox },
      }),
    ),
  ).finally(() => countTokens(projectId, service, tokens));
  // No service reports more than it may.
  const found = answers.map((one) => one && { ...one, quality: Math.min(one.quality, service.most) });
  if (cache.size > CACHED) cache.clear();
  pieces.forEach((piece, index) => {
    const answer = found[index];
    // What lost a placeable may be better the next time.
    if (answer && piece.restore(answer.text) !== undefined) cache.set(keyOf(piece), { at: now, ...answer });
  });
  return found;
}

async function told<T>(service: OutsideService, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError) throw new Failed(error.message);
    throw new Error(`The service ${service.id} failed.`, { cause: error });
  }
}
