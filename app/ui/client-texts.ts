import type { Texts } from "@/lib/text/messages/translator";
import { useProvidedTexts } from "./texts-provider";

export type { TextKey, Texts } from "@/lib/text/messages/translator";

/** The texts of the page for components that run in the browser; `ClientTexts` hands them their messages. */
export function useTexts(): Texts {
  return useProvidedTexts().texts;
}

/** The language of the page, as in HTML. */
export function useLanguage(): string {
  return useProvidedTexts().language;
}
