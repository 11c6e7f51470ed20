import type { Texts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorHead } from "@/lib/domain/editor/head";

/** What the editor is told of a translation, with the languages as its reader names them. */
export function namedHead(t: Texts, head: EditorHead): EditorHead {
  const { of } = languageNames(t);
  const named = <Language extends { name: string }>(language: Language) => ({ ...language, name: of(language.name) });
  return { ...head, language: named(head.language), sourceLanguage: named(head.sourceLanguage) };
}

/** What stands beside a string, with the languages as its reader names them; those wanted beside the source stay the first. */
export function namedContext(t: Texts, context: EditorContext): EditorContext {
  const listed = languageNames(t).listed(context.languages);
  return { ...context, languages: listed.sort((a, b) => Number(b.beside) - Number(a.beside)) };
}
