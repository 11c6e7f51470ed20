"use server";

import { redirect } from "next/navigation";
import type { FormOutcome } from "@/app/ui/editor/editor-state";
import { errorWords } from "@/app/ui/error-words";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { saveString } from "@/lib/domain/editor/save-string";
import { suggestString } from "@/lib/domain/editor/suggest-string";
import { findEditorUnit } from "@/lib/domain/editor/window";
import { DomainError } from "@/lib/domain/errors";
import { onward } from "./onward";
import { clashSaid } from "./reader-names";

/** Saves for pages without script: goes on to the next string, or comes back with everything that was typed. */

function texts(data: FormData, name: string): string[] {
  // A form sends line breaks as CR LF, whatever the text had.
  return data
    .getAll(name)
    .slice(0, 12)
    .map((value) => String(value).replaceAll("\r\n", "\n"));
}

const number = (data: FormData, name: string): number => Number(data.get(name)) || 0;

function stateOf(targets: readonly string[], needs: boolean, then: string): number {
  if (targets.every((text) => text === "")) return 0;
  if (then === "approve") return 30;
  return needs ? 10 : 20;
}

/** The string as it stands, for a page that comes back; undefined when it has gone. */
async function asItStands(unitId: number) {
  const actor = await currentActor();
  try {
    const unit = await findEditorUnit(actor, unitId);
    return unit && clashSaid(await getTexts(), unit);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Suggests a text; gives why that was not possible. */
async function suggest(data: FormData, unitId: number, targets: string[]) {
  try {
    await suggestString(await currentActor(), {
      unitId,
      targets,
      sources: texts(data, "source"),
      accountId: number(data, "account"),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { reason: errorWords(await getTexts(), error), current: await asItStands(unitId) };
  }
}

/** One save by a form. */
export async function saveForm(_: FormOutcome | null, data: FormData): Promise<FormOutcome | null> {
  const then = String(data.get("then") ?? "next");
  const unitId = number(data, "unit");
  const targets = texts(data, "target");
  const before = texts(data, "before");
  const needs = data.get("needs") !== null;
  const state = stateOf(targets, needs, then);
  if (then === "suggest") {
    const refused = await suggest(data, unitId, targets);
    if (refused) return { unitId, yours: targets, needs, before, kind: "refused", ...refused };
  } else if (then !== "theirs") {
    const back = { unitId, yours: targets, needs, before };
    try {
      const outcome = await saveString(await currentActor(), {
        unitId,
        targets,
        state,
        baseVersion: number(data, "base"),
        accountId: number(data, "account"),
        keepTranslations: data.get("keep") !== null,
      });
      if (outcome.kind === "conflict")
        return { ...back, kind: "conflict", current: clashSaid(await getTexts(), outcome.current), by: outcome.by };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return {
        ...back,
        kind: "refused",
        reason: errorWords(await getTexts(), error),
        current: await asItStands(unitId),
      };
    }
  }
  redirect(onward(data, then === "stay", then === "theirs" ? undefined : then === "suggest" ? "suggested" : "saved"));
}
