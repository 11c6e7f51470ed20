import type { Texts } from "#texts";
import { editorDenialWords } from "@/app/ui/editor-denial-words";
import { languageNames } from "@/app/ui/language-names";
import { denialWords } from "@/lib/domain/access/denial-words";
import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { Denial } from "@/lib/domain/errors";
import { sayRefusal } from "@/lib/text/messages/refusal";

/** What the editor is told of a translation, in the words of its reader: languages, and why something cannot be done. */
export function namedHead(t: Texts, head: EditorHead): EditorHead {
  const { of } = languageNames(t);
  const named = <Language extends { name: string }>(language: Language) => ({ ...language, name: of(language.name) });
  const inWords = <Why extends Denial | null>(denial: Why, words: typeof denialWords): Why =>
    denial && { ...denial, said: undefined, text: words(t, denial) };
  const said = <Why extends Denial | null>(denial: Why): Why => inWords(denial, editorDenialWords);
  const { denials, suggesting } = head;
  return {
    ...head,
    language: named(head.language),
    sourceLanguage: named(head.sourceLanguage),
    denials: {
      ordinary: said(denials.ordinary),
      approved: said(denials.approved),
      readOnly: said(denials.readOnly),
      waiting: said(denials.waiting),
    },
    suggesting: { ordinary: said(suggesting.ordinary), readOnly: said(suggesting.readOnly) },
    commenting: inWords(head.commenting, denialWords),
  };
}

/** A string, with why its file cannot hold a text said to its reader. */
export const clashSaid = (t: Texts, unit: EditorUnit): EditorUnit =>
  unit.clash?.said ? { ...unit, clash: { ...unit.clash, refusal: sayRefusal(t, unit.clash.said), said: null } } : unit;

/** What stands beside a string, with the languages as its reader names them; those wanted beside the source stay the first. */
export function namedContext(t: Texts, context: EditorContext): EditorContext {
  const listed = languageNames(t).listed(context.languages);
  return { ...context, languages: listed.sort((a, b) => Number(b.beside) - Number(a.beside)) };
}
