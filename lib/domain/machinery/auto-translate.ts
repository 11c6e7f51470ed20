import { units } from "@/lib/generated/tables";
import type { Sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { ACCESS } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, throwDenial } from "../access/demand";
import { denied } from "../access/denied";
import type { Permission } from "../access/permissions";
import { asOperation, type OperationDetails } from "../changes/operations";
import type { Cause } from "../changes/record";
import { type ComponentRow, findComponent, findComponentById } from "../components/components";
import { editLock } from "../components/edit-lock";
import { Failed, Invalid, NotFound, sentenceOf } from "../errors";
import { effectiveFlags, outerFlags } from "../quality/check-unit";
import { searchCondition } from "../search/condition";
import { type TranslationRow, translationScope } from "../translations/translations";
import { contributionDenial } from "../units/may-edit";
import { type AutoMode, applyCandidates, type TranslationCandidate } from "./candidates";
import { type BatchCursor, type CandidateBatch, candidatesFromComponents } from "./internal/from-components";
import { type CandidateSource, MachineryCandidates } from "./internal/from-services";
import { type Service, serviceId, servicesOf } from "./services";

/** Automatic translation; the contract 3.7.2. */

export const AUTO_SOURCES = ["others", "mt"] as const;

export interface AutoTranslation {
  mode: AutoMode;
  /** Which strings, as a search; the empty search overwrites existing translations too. */
  q: string;
  /** Other components, or machinery services. */
  autoSource: (typeof AUTO_SOURCES)[number];
  /** For `others`: an id, a slug in the same project or the path of a component; empty means the whole project. */
  component?: string;
  /** For `mt`: services in the order they are asked. */
  engines?: readonly string[];
  /** For `mt`: the least quality that is taken, 1 to 100. */
  threshold?: number;
}

export interface AutoOptions {
  /** Cause in the ledger; where the texts came from when left out. */
  cause?: Cause;
  /** Called after every batch with the number of strings changed so far. */
  onProgress?: (accepted: number) => void | Promise<void>;
}

export interface AutoOutcome {
  /** Strings that were translated or given a suggestion. */
  accepted: number;
  /** A sentence for a person. */
  message: string;
}

/**
 * Translates strings without a person, in batches with a transaction each: what was done stays when a later batch
 * fails. Needs `translation.auto`.
 * @throws Forbidden for a source or read-only translation or a locked component; Invalid keyed by field; Failed when
 * services did not answer and nothing could be translated
 */
export async function autoTranslate(
  actor: Actor,
  translation: TranslationRow,
  input: AutoTranslation,
  options: AutoOptions = {},
): Promise<AutoOutcome> {
  demandAuto(actor, translation, input.mode);
  const cause = options.cause ?? (input.autoSource === "mt" ? "machine" : "memory");
  return fill(actor, translation, input, await finderOf(actor, translation, input), { ...options, cause });
}

/** Only empty strings are given texts of other components, whatever somebody has typed meanwhile. */
const EMPTY = { mode: "translate", q: "state:empty", autoSource: "others" } as const;

/**
 * Gives the empty strings of a translation the texts that some components have for them, as an automatic translation. Whoever
 * may add the language may have it begin with them: it needs `translation.add`.
 */
export async function takeTexts(
  actor: Actor,
  translation: TranslationRow,
  lenders: readonly ComponentRow[],
  options: AutoOptions = {},
): Promise<AutoOutcome> {
  demandAutoHere(actor, translation, "translation.add");
  const component = lenders.map(({ id }) => id).join(", ");
  const finder = lent(actor, translation, searchCondition(EMPTY.q), lenders);
  const filling = { cause: "memory", permission: "translation.add", ...options } as const;
  return fill(actor, translation, { ...EMPTY, component }, finder, filling);
}

async function fill(
  actor: Actor,
  translation: TranslationRow,
  input: AutoTranslation,
  { find, problems }: Finder,
  { cause, permission = "translation.auto", onProgress }: AutoOptions & { cause: Cause; permission?: Permission },
): Promise<AutoOutcome> {
  let accepted = 0;
  const details = detailsOf(translation, input, permission);
  await asOperation(actor, { kind: "auto-translate", details }, async (operationId) => {
    let after: BatchCursor | undefined;
    do {
      const found = await find(after);
      accepted += await applyCandidates(actor, found.candidates, { mode: input.mode, cause, operationId });
      await onProgress?.(accepted);
      after = found.next;
    } while (after);
  });
  const said = [...problems.values()].join(" ");
  if (accepted === 0 && said) throw new Failed(refusal("nothingTranslated", { said }));
  return { accepted, message: `${messageOf(accepted)}${said ? ` ${said}` : ""}` };
}

function detailsOf(translation: TranslationRow, input: AutoTranslation, permission: Permission): OperationDetails {
  const approves = input.mode === "approved" ? (["unit.review"] as const) : [];
  return {
    ...input,
    name: input.mode,
    needs: [permission, ...approves],
    components: [translation.component.id],
    language: translation.languageId,
  };
}

function messageOf(accepted: number): string {
  if (accepted === 0) return "Automatic translation completed, no strings were updated.";
  return `Automatic translation completed, ${accepted} ${accepted === 1 ? "string was" : "strings were"} updated.`;
}

/**
 * Asks whether strings of a translation may be translated automatically; the conditions of the contract 6.7.
 * @throws Unauthenticated, Forbidden; Invalid on `mode`
 */
export function demandAuto(actor: Actor, translation: TranslationRow, mode: AutoMode): void {
  const { component } = translation;
  const scope = translationScope(translation);
  demandAutoHere(actor, translation);
  if (mode === "approved" && !(translation.workflow.translationReview && can(actor, "unit.review", scope)))
    throw Invalid.field("mode", refusal("modeApprovedRequires"), "invalid_choice");
  if (mode === "approved" && component.project.fourEyes)
    throw Invalid.field("mode", refusal("projectNobodyApproves"), "invalid_choice");
  if (mode === "suggest" && !translation.workflow.enableSuggestions)
    throw Invalid.field("mode", refusal("notAcceptSuggestions", { component: component.name }), "invalid_choice");
}

/**
 * The same whatever the mode, of a translation that may still be to come.
 * @param permission what it takes
 * @throws Unauthenticated, Forbidden
 */
export function demandAutoHere(
  actor: Actor,
  translation: Pick<TranslationRow, "component" | "languageId" | "isSource" | "checkFlags">,
  permission: Permission = "translation.auto",
): void {
  const { component } = translation;
  demand(actor, permission, translationScope(translation));
  if (translation.isSource && component.intermediate === "")
    throwDenial(denied("read-only-string", refusal("denyAutoSource")));
  if (effectiveFlags(outerFlags({ component, translation })).has("read-only"))
    throwDenial(denied("read-only-string", refusal("denyAutoReadOnly")));
  const general = contributionDenial(actor, editLock(component), { agreementSigned: true });
  if (general) throwDenial(general);
}

/** Name of the source that is other components, beside the names of services. */
export const OTHERS = "others";

/** Where texts are looked for, in this order: `others`, and names of services. */
export interface SourceWish {
  sources: readonly string[];
  /** For `others`: as of `AutoTranslation`. */
  component?: string;
}

/** The sources of a wish, as they can be asked. @throws Invalid on `sources` and `component` */
export async function findSources(
  actor: Actor,
  translation: TranslationRow,
  { sources, component = "" }: SourceWish,
): Promise<CandidateSource[]> {
  if (sources.length === 0) throw Invalid.field("sources", refusal("chooseLeastSource"), "empty");
  const services = sources.filter((name) => name !== OTHERS);
  const known = services.length > 0 ? await chosenServices(translation, services, "sources") : [];
  const byId = new Map(known.map((service) => [service.id, service]));
  const lending = sources.includes(OTHERS) ? await lender(actor, translation, component.trim()) : undefined;
  return [...new Set(sources)].flatMap((name): CandidateSource[] => {
    if (name === OTHERS) return [{ kind: "components", id: OTHERS, component: lending }];
    const service = byId.get(serviceId(name) ?? "");
    return service ? [service] : [];
  });
}

/**
 * Texts for some strings of a translation from the first source that has a good one, and what did not work by source.
 * Sources in `failed` are left out. A text that lost a placeable is found where no source has a better one.
 */
export async function findCandidates(
  actor: Actor,
  translation: TranslationRow,
  sources: readonly CandidateSource[],
  { unitIds, threshold, failed }: { unitIds: readonly number[]; threshold: number; failed: ReadonlySet<string> },
): Promise<{ candidates: TranslationCandidate[]; problems: ReadonlyMap<string, string> }> {
  const asked = sources.filter(({ id }) => !failed.has(id));
  const condition = anyOf(units.as("u").id, unitIds);
  const walk = new MachineryCandidates(actor, translation, asked, { condition, threshold, salvage: true });
  const candidates: TranslationCandidate[] = [];
  let after: BatchCursor | undefined;
  do {
    const found = await walk.next(after);
    candidates.push(...found.candidates);
    after = found.next;
  } while (after);
  return { candidates, problems: walk.problems };
}

interface Finder {
  find(after: BatchCursor | undefined): Promise<CandidateBatch>;
  /** What did not work, by service. */
  problems: ReadonlyMap<string, string>;
}

async function finderOf(actor: Actor, translation: TranslationRow, input: AutoTranslation): Promise<Finder> {
  const condition = searchCondition(input.q);
  if (input.autoSource === "mt") {
    const services = await chosenServices(translation, input.engines ?? []);
    const walk = new MachineryCandidates(actor, translation, services, { condition, threshold: input.threshold ?? 80 });
    return { find: (after) => walk.next(after), problems: walk.problems };
  }
  const component = await lender(actor, translation, input.component?.trim() ?? "");
  return lent(actor, translation, condition, component && [component]);
}

function lent(
  actor: Actor,
  translation: TranslationRow,
  condition: Sql,
  lenders: readonly ComponentRow[] | undefined,
): Finder {
  return {
    find: (after) => candidatesFromComponents(actor, translation, { condition, lenders, after }),
    problems: new Map(),
  };
}

/** Services by any of their names, in the order given. @throws Invalid on the field */
async function chosenServices(
  translation: TranslationRow,
  names: readonly string[],
  field = "engines",
): Promise<Service[]> {
  const services = new Map((await servicesOf(translation.component.projectId)).map((service) => [service.id, service]));
  if (names.length === 0) throw Invalid.field(field, refusal("chooseLeastMachinery"), "empty");
  return [...new Set(names)].map((name) => {
    const service = services.get(serviceId(name) ?? "");
    if (service) return service;
    const offered = [...services.keys()].join(", ");
    throw Invalid.field(field, refusal("serviceNotSet", { name: name.slice(0, 100), offered }), "invalid_choice");
  });
}

/** The component that lends its texts. @throws Invalid on `component` */
async function lender(actor: Actor, translation: TranslationRow, text: string): Promise<ComponentRow | undefined> {
  if (text === "") return undefined;
  const own = translation.component;
  const found = await named(actor, own, text).catch((error: unknown) => {
    if (error instanceof NotFound) throw Invalid.field("component", sentenceOf(error), "invalid_choice");
    throw error;
  });
  if (found.id === own.id) throw Invalid.field("component", refusal("chooseDifferentComponent"), "invalid_choice");
  // The service acts for whoever set it up, who may not be able to see every project.
  const closed = found.projectId !== own.projectId && found.project.accessControl >= ACCESS.PRIVATE;
  if (actor.cause === "service" && closed)
    throw Invalid.field("component", refusal("componentAnotherPrivate"), "invalid_choice");
  return found;
}

function named(actor: Actor, own: ComponentRow, text: string): Promise<ComponentRow> {
  if (/^\d{1,9}$/.test(text)) return findComponentById(actor, Number(text));
  const parts = text.split("/").filter((part) => part !== "");
  const projectSlug = parts.length > 1 ? (parts[0] as string) : own.project.slug;
  return findComponent(actor, {
    projectSlug,
    categoryPath: parts.slice(1, -1).join("/"),
    componentSlug: parts.at(-1) ?? "",
  });
}
