import type { AboutString } from "@/lib/domain/editor/about";
import type { FoundString } from "@/lib/domain/editor/find-strings";
import type { EditorShot } from "@/lib/domain/editor/shots";
import type { EditorUnit } from "@/lib/domain/editor/unit";

/** What the editor asks about explanation, flags, labels and screenshots of a string. */

const ROOT = "/translate/-";
const NO_ANSWER_MS = 60_000;

/** What the server did not do, in its words; without them it was not reached. */
export interface Problem {
  problem: string | undefined;
}

async function ask<Answer extends object>(path: string, init: RequestInit): Promise<Answer | Problem> {
  try {
    const response = await fetch(`${ROOT}/${path}`, { ...init, signal: AbortSignal.timeout(NO_ANSWER_MS) });
    const body = (await response.json()) as Answer & { detail?: string };
    return response.ok ? body : { problem: body.detail };
  } catch {
    return { problem: undefined };
  }
}

const sent = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** What is said about the source of a string. */
export const fetchAbout = (unit: number): Promise<AboutString | Problem> => ask(`about/?unit=${unit}`, {});

/** Changes it; gives the string as it is now. */
export const sendAbout = (request: {
  unit: number;
  account: number;
  version: number;
  explanation: string;
  flags: string;
  labels: readonly number[];
  own?: { version: number; explanation: string };
}): Promise<EditorUnit | Problem> => ask("about/", sent(request));

/** Strings of the component that texts read in a picture are; the lines of all that was read stay with its screenshot. */
export const sendTexts = (
  unit: number,
  texts: readonly string[],
  read: { shot: number; text: string },
): Promise<{ found: FoundString[] } | Problem> => ask("shots/found/", sent({ unit, texts, read }));

/** Adds a picture to a string; gives the screenshots of the string. */
export function sendShot(unit: number, account: number, image: File): Promise<EditorShot[] | Problem> {
  const form = new FormData();
  form.set("unit", String(unit));
  form.set("account", String(account));
  form.set("name", image.name.slice(0, 200) || "screenshot");
  form.set("image", image);
  return ask("shots/", { method: "POST", body: form });
}

/** Marks a string on a screenshot, or takes it off; gives the screenshots of the string. */
export const sendShotAct = (
  unit: number,
  account: number,
  what:
    | { act: "mark"; shot: number; region: readonly [number, number, number, number] | null }
    | { act: "detach" | "delete"; shot: number }
    | {
        act: "place";
        shot: number;
        strings: readonly { unit: number; region: readonly [number, number, number, number] }[];
      },
): Promise<EditorShot[] | Problem> => ask("shots/", sent({ unit, account, what }));
