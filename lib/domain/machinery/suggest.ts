import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { FORM_SEPARATOR, joinForms } from "../changes/record";
import { NotFound } from "../errors";
import { findTranslationById, type TranslationRow, translationScope } from "../translations/translations";
import { findUnit, takesTexts, type UnitRow } from "../units/units";
import { askOutside } from "./internal/ask-services";
import { askInternal } from "./internal/internal-services";
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
  /** Component or file it was found in, "" for a service outside. */
  origin: string;
}

export interface MachineAnswer {
  unitId: number;
  suggestions: MachineSuggestion[];
  /** Services outside that may be asked next, each by itself. */
  further: { id: string; name: string }[];
}

/** Minimum quality that is shown. */
const THRESHOLD = 75;
const LIMIT = 8;

/**
 * What our own services know at once, or what one service outside says. Needs `machinery.view`.
 * @throws NotFound, Forbidden; Failed with what the service said
 */
export async function suggestFor(actor: Actor, unitId: number, name?: string): Promise<MachineAnswer> {
  const unit = await findUnit(actor, unitId);
  const translation = await findTranslationById(actor, unit.translationId);
  demand(actor, "machinery.view", translationScope(translation));
  const services = translation.isSource ? [] : await servicesOf(translation.component.projectId);
  if (name === undefined)
    return {
      unitId,
      suggestions: await ownSuggestions(actor, translation, unit, services),
      further: services.filter((service) => service.kind === "outside").map(({ id, name }) => ({ id, name })),
    };
  const service = services.find((one) => one.id === serviceId(name));
  if (service?.kind !== "outside")
    throw new NotFound(`The service ${name.slice(0, 100)} is not set up for this project.`);
  const [answer] = await askOutside(actor, translation, service, [unit]);
  const suggestion = answer && { service: service.id, serviceName: service.name, sources: null, origin: "", ...answer };
  return { unitId, suggestions: suggestion ? [suggestion] : [], further: [] };
}

async function ownSuggestions(
  actor: Actor,
  translation: TranslationRow,
  unit: UnitRow,
  services: readonly Service[],
): Promise<MachineSuggestion[]> {
  // The first of them says everything that the second one would.
  const service = services.find((one): one is InternalService => one.kind !== "outside");
  if (!service) return [];
  const question = { unitId: unit.id, text: joinForms(unit.sources) };
  const [found = []] = await askInternal(actor, translation, service, [question], {
    threshold: THRESHOLD,
    limit: LIMIT,
  });
  return found
    .map((one) => ({
      service: service.id,
      serviceName: service.name,
      targets: one.target.split(FORM_SEPARATOR),
      sources: one.source.split(FORM_SEPARATOR),
      quality: one.quality,
      origin: one.origin,
    }))
    .filter((one) => takesTexts(unit, one.targets));
}
