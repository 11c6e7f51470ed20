import type { Actor } from "../access/actor";
import { setLinked, takeBackSpread } from "../units/spread";
import { findUnit } from "../units/units";
import { demandAccount, editorUnit } from "./save-string";
import type { EditorUnit } from "./unit";

/** What somebody wants of the equal strings of one: that they be apart, together, or say again what they said. */
export interface LinkRequest {
  unit: number;
  act: "link" | "unlink" | "take-back";
  account: number;
}

export interface LinkOutcome {
  unit: EditorUnit;
  /** Strings that say again what they said; 0 unless that was asked for. */
  back: number;
  left: number;
  /** Suggestions for them that were taken back. */
  withdrawn: number;
}

/** @throws Unauthenticated when another account is signed in; as `setLinked`, `takeBackSpread` */
export async function linkString(actor: Actor, { unit, act, account }: LinkRequest): Promise<LinkOutcome> {
  demandAccount(actor, account);
  const done = act === "take-back" ? await takeBackSpread(actor, unit) : undefined;
  if (act !== "take-back") await setLinked(actor, unit, act === "link");
  const { back, left, withdrawn } = done ?? { back: 0, left: 0, withdrawn: 0 };
  return { unit: await editorUnit(actor, await findUnit(actor, unit)), back, left, withdrawn };
}
