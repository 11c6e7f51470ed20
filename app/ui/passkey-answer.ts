import { DomainError, Invalid } from "@/lib/domain/errors";
import { errorWords } from "./error-words";
import { getTexts } from "./page-texts";
import type { PasskeyRequest } from "./passkey-button";

/** The server's side of passkeys in forms. */

/** What a browser says that has asked a passkey, as a form carries it. @throws Invalid for anything else */
export function readPasskey(text: string, problem: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw Invalid.field("", problem);
  }
}

/** What the browser is to ask the passkey, or why it may not. */
export async function answerPasskey(work: () => Promise<unknown>): Promise<PasskeyRequest> {
  try {
    return { options: await work() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: errorWords(await getTexts(), error) };
  }
}
