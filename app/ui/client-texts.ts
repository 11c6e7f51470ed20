import { useProvidedTexts } from "./texts-provider";
import type { Texts } from "./translator";

export type { TextKey, Texts } from "./translator";

/** The texts of the page for components that run in the browser; `ClientTexts` hands them their messages. */
export function useTexts(): Texts {
  return useProvidedTexts().texts;
}

/** The language of the page, as in HTML. */
export function useLanguage(): string {
  return useProvidedTexts().language;
}
