import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache, use } from "react";
import { chooseLanguage, PAGE_LANGUAGES, textsOf } from "./catalogue";
import type { TextKey, Texts } from "./client-texts";

export type { TextKey, Texts } from "./client-texts";

/** The language of the page under way: what the browser asks for, if there is a catalogue of it. */
export const currentLanguage: () => Promise<string> = cache(async () =>
  PAGE_LANGUAGES.length === 1 ? "en" : chooseLanguage((await headers()).get("accept-language") ?? ""),
);

/** The texts of the page, action or route under way. */
export async function getTexts(): Promise<Texts> {
  return textsOf(await currentLanguage());
}

const ofPage = cache(getTexts);

/** The texts of the page under way, for components that do not wait for anything. */
export function useTexts(): Texts {
  return use(ofPage());
}

/** The language of the page under way, for components that do not wait for anything. */
export function useLanguage(): string {
  return use(currentLanguage());
}

/** `generateMetadata` of a page whose title is one message. */
export function titled(key: TextKey): () => Promise<Metadata> {
  return async () => ({ title: (await getTexts())(key) });
}
