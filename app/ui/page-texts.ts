import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { cache, use } from "react";
import type { Actor } from "@/lib/domain/access/actor";
import { pageLanguageOf } from "@/lib/domain/users/page-language";
import { userById } from "@/lib/domain/users/users";
import { readCookies } from "@/lib/platform/sign-in";
import { languageFor, textsOf } from "@/lib/text/messages/catalogue";
import type { TextKey, Texts } from "./client-texts";
import { currentReader } from "./session";

export type { TextKey, Texts } from "./client-texts";

/** Where the choice of a browser is kept. */
export const LANGUAGE_COOKIE = "loquat-language";

/** What the reader has chosen: in the profile, or in this browser. A page that tells of a failure is not to fail on this, too. */
async function chosenLanguage(): Promise<string | undefined> {
  const user = await currentReader().catch(() => undefined);
  return (user && pageLanguageOf(user)) ?? (await cookies()).get(LANGUAGE_COOKIE)?.value;
}

/** The language of the page under way: the one chosen, or what the browser asks for. */
export const currentLanguage: () => Promise<string> = cache(async () =>
  languageFor(await chosenLanguage(), (await headers()).get("accept-language") ?? ""),
);

/** The texts of the page, action or route under way. */
export async function getTexts(): Promise<Texts> {
  return textsOf(await currentLanguage());
}

/** The language of whoever asks a route of the contract, which knows of its request alone. */
export async function languageOfRequest(request: Request, { isAnonymous, userId, viewing }: Actor): Promise<string> {
  const reader = viewing?.by.userId ?? (isAnonymous ? undefined : userId);
  const user = reader === undefined ? undefined : await userById(reader);
  const chosen = (user && pageLanguageOf(user)) ?? readCookies(request).get(LANGUAGE_COOKIE);
  return languageFor(chosen, request.headers.get("accept-language") ?? "");
}

/** The texts of that language. */
export async function textsOfRequest(request: Request, actor: Actor): Promise<Texts> {
  return textsOf(await languageOfRequest(request, actor));
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
