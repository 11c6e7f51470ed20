import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { FORM_SEPARATOR, joinForms } from "../changes/record";
import { NotFound } from "../errors";
import { authorsOf } from "../memory/authors";
import type { MatchReason } from "../memory/lookup";
import { findTranslationById, type TranslationRow, translationScope } from "../translations/translations";
import { findUnit, takesTexts, type UnitRow } from "../units/units";
import { askOutside } from "./internal/ask-services";
import { askInternal } from "./internal/internal-services";
import { inOtherScript } from "./internal/other-script";
import { type InternalService, type Service, serviceId, servicesOf } from "./services";

/** Automatic suggestions for the string that is open in the editor. */

export interface MachineSuggestion {
  service: string;
  serviceName: string;
  targets: string[];
  /** Source of the entry it was found under, plural forms apart; null for a service that translated the string itself. */
  sources: string[] | null;
  /** 0 to 100. */
  quality: number;
  /** Likeness of the sources, 0 to 100; null for a service outside. */
  likeness: number | null;
  /** Why the quality is not the likeness, or why it stands before its equals. */
  reasons: readonly MatchReason[];
  /** Component or file it was found in, "" for a service outside. */
  origin: string;
  /** When the text was stored or last changed; null for a service outside. */
  at: string | null;
  /** Who wrote it, as far as the ledger tells; "" for what came with a file. */
  author: string;
  /** Where somebody who is signed in reads what a service outside was sent; null for our own. */
  sent: string | null;
}

export interface MachineAnswer {
  unitId: number;
  /** Whether the translation memory was asked: a project may switch it off. */
  searched: boolean;
  suggestions: MachineSuggestion[];
  /** Services outside that may be asked next, each by itself. */
  further: { id: string; name: string }[];
}

/** Minimum likeness that is shown, unless another one is asked for. */
export const USUAL_LIKENESS = 75;
const LIMIT = 8;

/**
 * What our own services know at once, or what one service outside says. Needs `machinery.view`.
 * @throws NotFound, Forbidden; Failed with what the service said
 */
export async function suggestFor(
  actor: Actor,
  unitId: number,
  name?: string,
  likeness = USUAL_LIKENESS,
): Promise<MachineAnswer> {
  const unit = await findUnit(actor, unitId);
  const translation = await findTranslationById(actor, unit.translationId);
  demand(actor, "machinery.view", translationScope(translation));
  const services = translation.isSource ? [] : await servicesOf(translation.component.projectId);
  if (name === undefined)
    return {
      unitId,
      searched: services.some(searches),
      suggestions: [
        ...(await scriptSuggestions(translation, unit, services)),
        ...(await ownSuggestions(actor, translation, unit, services, likeness)),
      ],
      further: services.filter((service) => service.kind === "outside").map(({ id, name }) => ({ id, name })),
    };
  const service = services.find((one) => one.id === serviceId(name));
  if (service?.kind !== "outside") throw new NotFound(refusal("serviceNotSetUp", { name: name.slice(0, 100) }));
  const [answer] = await askOutside(actor, translation, service, [unit]);
  const { targets = [], quality = 0, lost = [] } = answer ?? {};
  const sound = answer && lost.length === 0;
  const { project } = translation.component;
  const sent = actor.isAnonymous
    ? null
    : urls.project(project.slug).sent({ service: service.id, unit: String(unitId) });
  const suggestion = sound && { service: service.id, serviceName: service.name, ...OUTSIDE, targets, quality, sent };
  return { unitId, searched: false, suggestions: suggestion ? [suggestion] : [], further: [] };
}

const OUTSIDE = { sources: null, likeness: null, reasons: [], origin: "", at: null, author: "" };

/** Whether a service looks for what has been translated. */
const searches = (service: Service): service is InternalService =>
  service.kind === "strings" || service.kind === "memory";

async function scriptSuggestions(
  translation: TranslationRow,
  unit: UnitRow,
  services: readonly Service[],
): Promise<MachineSuggestion[]> {
  const service = services.find(({ kind }) => kind === "script");
  const answer = service && (await inOtherScript(translation, [unit.id])).get(unit.id);
  if (!answer || !takesTexts(unit, answer.targets)) return [];
  const { targets, quality } = answer;
  return [{ ...OUTSIDE, service: service.id, serviceName: service.name, targets, quality, sent: null }];
}

async function ownSuggestions(
  actor: Actor,
  translation: TranslationRow,
  unit: UnitRow,
  services: readonly Service[],
  threshold: number,
): Promise<MachineSuggestion[]> {
  // The first of them says everything that the second one would.
  const service = services.find(searches);
  if (!service) return [];
  const question = { unitId: unit.id, context: unit.context, text: joinForms(unit.sources) };
  const [all = []] = await askInternal(actor, translation, [question], { threshold, limit: LIMIT, uncertain: true });
  const found = all.filter((one) => takesTexts(unit, one.target.split(FORM_SEPARATOR)));
  const authors = await authorsOf(found);
  return found.map((one) => ({
    service: service.id,
    serviceName: service.name,
    targets: one.target.split(FORM_SEPARATOR),
    sources: one.source.split(FORM_SEPARATOR),
    quality: one.quality,
    likeness: one.likeness,
    reasons: one.reasons,
    origin: one.origin,
    at: one.at.toISOString(),
    author: one.own ? actor.fullName || actor.username : (authors.get(one.unitId ?? 0) ?? ""),
    sent: null,
  }));
}
