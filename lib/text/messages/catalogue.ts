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

/**
 * Catalogues that an installation brings along, by code as in HTML. Bundles hold copies of this module, each of which
 * has to know them.
 */
const SHARED = Symbol.for("loquat.catalogues");
const shared = globalThis as { [SHARED]?: Map<string, MessageTree> };
shared[SHARED] ??= new Map();
const brought: Map<string, MessageTree> = shared[SHARED];

const codeOf = (name: string): string => name.replaceAll("_", "-");
const makers = new Map(Object.entries(made).map(([name, make]) => [codeOf(name), make] as const));

/** What is made of a language when its first reader comes, and kept. */
function kept<Made>(make: (language: string) => Made): (language: string) => Made {
  const all = new Map<string, Made>();
  return (language) => {
    const one = all.get(language) ?? make(language);
    all.set(language, one);
    return one;
  };
}

const ownMessages = kept((language) => {
  const english = makers.get("en")?.() ?? {};
  const make = makers.get(language);
  const builtin = language === "en" || !make ? english : filled(make(), english);
  const more = brought.get(language);
  return more ? filled(more, builtin) : builtin;
});

/** Languages that the pages speak, as in HTML. */
export const pageLanguages = (): readonly string[] => [...new Set([...makers.keys(), ...brought.keys()])];

/** Adds a catalogue, or messages to the one that there is. To be called before the first reader comes. */
export function bringCatalogue(language: string, messages: MessageTree): void {
  brought.set(language, messages);
}

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
export function chooseLanguage(acceptLanguage: string, known: readonly string[] = pageLanguages()): string {
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
  known: readonly string[] = pageLanguages(),
): string {
  return chosen !== undefined && known.includes(chosen) ? chosen : chooseLanguage(acceptLanguage, known);
}

const ofPages = (language: string): string => (makers.has(language) || brought.has(language) ? language : "en");

/** All messages of a language, English where it has none. */
export const messagesOf = (language: string): MessageTree => ownMessages(ofPages(language));

/** Direction of the texts of a language; a region does not change it. */
export function directionOf(language: string): "ltr" | "rtl" {
  const [subtag = ""] = language.split("-");
  const known = findCatalogueLanguage(language.replaceAll("-", "_")) ?? findCatalogueLanguage(subtag);
  return known?.direction ?? "ltr";
}

const ownTexts = kept((language) => translatorOf(language, ownMessages(language)));

/** What says all messages of a language; English for one that has no catalogue. */
export const textsOf = (language: string): Texts => ownTexts(ofPages(language));

let english: Texts | undefined;

/** What says the built-in English messages, whatever an installation brings along: those of the API, unless a request accepts another language. */
export function builtinEnglish(): Texts {
  english ??= translatorOf("en", makers.get("en")?.() ?? {});
  return english;
}
