import { refusal } from "@/lib/text/messages/refusal";
import { loadActor } from "../access/actor";
import { componentsById } from "../components/components";
import { Failed } from "../errors";
import type { Payload } from "../tasks/kinds";
import { findTranslationById } from "../translations/translations";
import { takeTexts } from "./auto-translate";

type Report = (done: number, total: number) => Promise<void> | void;

/**
 * Gives a new language the texts of other components; called by the background function. Done again it goes on. Components
 * that the account may no longer see lend nothing.
 * @throws Failed when the account has gone; NotFound when the translation has
 */
export async function performTakeTexts(
  { translation: id, components, user, tokenProject, cause }: Payload<"take-texts">,
  report: Report = () => {},
): Promise<{ translation: number; message: string }> {
  const actor = await loadActor(user, { tokenProjectId: tokenProject ?? undefined, cause });
  if (!actor) throw new Failed(refusal("accountAskedChange"));
  const [translation, lenders] = await Promise.all([findTranslationById(actor, id), componentsById(actor, components)]);
  const total = Math.max(translation.counters.total, 1);
  const onProgress = (accepted: number) => report(accepted, total);
  const { message } = await takeTexts(actor, translation, lenders, { onProgress });
  return { translation: id, message };
}
