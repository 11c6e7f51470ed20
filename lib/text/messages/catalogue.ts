import { catalogues as made } from "@/lib/generated/messages";
import { findCatalogueLanguage } from "@/lib/text/languages/catalogue";
import { isMessage, type MessageTree, type Texts, translatorOf } from "./translator";

/** A catalogue whose missing and empty messages are filled from another one. */
export function filled(messages: MessageTree, fallback: MessageTree): MessageTree {
  return Object.fromEntries(
    Object.entries(fallback).map(([key, usual]) => {
      const own = Object.hasOwn(messages, key) ? messages[key] : undefined;
      if (isMessage(usual)) return [key, isMessage(own) && own !== "" ? own : usual];
      return [key, filled(own === undefined || isMessage(own) ? {} : own, usual)];
    }),
  );
}

const english: MessageTree = made.en ?? {};

const catalogues: ReadonlyMap<string, MessageTree> = new Map(
  Object.entries(made).map(([code, messages]) => [code.replaceAll("_", "-"), filled(messages, english)] as const),
);

/** Languages that the pages speak, as in HTML. */
export const PAGE_LANGUAGES: readonly string[] = [...catalogues.keys()];

/** Language and usual script of a code: "zh-CN" and "zh-Hans" are both "zh-Hans", "de-AT" is "de-Latn". */
function readAs(code: string): string {
  try {
    const { language, script } = new Intl.Locale(code).maximize();
    return `${language}-${script}`;
  } catch {
    return "";
  }
}

/** Codes of an Accept-Language header, the most wanted first. */
function wantedCodes(header: string): string[] {
  return header
    .slice(0, 200)
    .split(",")
    .map((entry) => {
      const [code = "", weight = ""] = entry.split(";").map((part) => part.trim());
      return { code, weight: weight.startsWith("q=") ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ code, weight }) => code !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ code }) => code);
}

/** The language that a reader gets: the first one asked for that there is, in whatever country; else English. */
export function chooseLanguage(acceptLanguage: string, known: readonly string[] = PAGE_LANGUAGES): string {
  for (const wanted of wantedCodes(acceptLanguage)) {
    const same = known.find((code) => code.toLowerCase() === wanted.toLowerCase());
    const alike = readAs(wanted);
    const found = same ?? (alike === "" ? undefined : known.find((code) => readAs(code) === alike));
    if (found) return found;
  }
  return "en";
}

/** The language of the pages for a reader who may have chosen one: that, if there is a catalogue of it, else the browser's. */
export function languageFor(
  chosen: string | undefined,
  acceptLanguage: string,
  known: readonly string[] = PAGE_LANGUAGES,
): string {
  return chosen !== undefined && known.includes(chosen) ? chosen : chooseLanguage(acceptLanguage, known);
}

/** All messages of a language, English where it has none. */
export function messagesOf(language: string): MessageTree {
  return catalogues.get(language) ?? english;
}

/** Direction of the texts of a language. */
export function directionOf(language: string): "ltr" | "rtl" {
  return findCatalogueLanguage(language.replaceAll("-", "_"))?.direction ?? "ltr";
}

const translators = new Map(
  [...catalogues].map(([language, messages]) => [language, translatorOf(language, messages)]),
);

/** What says all messages of a language; English for one that has no catalogue. */
export const textsOf = (language: string): Texts => translators.get(language) ?? translatorOf(language, english);
