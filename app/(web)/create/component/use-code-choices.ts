"use client";

import { type RefObject, use, useEffect, useRef, useState } from "react";
import { FormContext } from "@/app/ui/form-context";
import type { Choice } from "@/app/ui/select";
import type { Discovery, Proposal } from "@/lib/domain/creation/discover";
import { choicesOf } from "./code-choices";

/** What an empty choice and the choice of leaving files out are in the form. */
export const OWN_MEANING = "";
export const LEFT_OUT = "-";

export interface CodeChoicesOfForm {
  chosen: ReadonlyMap<string, string>;
  /** Around the fields. */
  box: RefObject<HTMLDivElement | null>;
  /** Called when one may have been changed. */
  look: () => void;
}

/** What the fields for codes say now, so that it shows at once. */
export function useCodeChoices(found: Discovery): CodeChoicesOfForm {
  const { values } = use(FormContext);
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(() => choicesOf((name) => values[name]?.[0]));
  const read = () => {
    const fields = box.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]");
    const now = new Map([...(fields ?? [])].map(({ name, value }) => [name, value]));
    setChosen((before) => {
      const next = choicesOf((name) => now.get(name));
      return JSON.stringify([...before]) === JSON.stringify([...next]) ? before : next;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found anew has fields of its own
  useEffect(read, [found]);
  // A list that is narrowed by typing changes without an event of its field.
  return { chosen, box, look: () => setTimeout(read) };
}

/** Languages of a component as they are chosen, and the codes whose files are not taken. */
export function asChosen(
  { languages }: Proposal,
  { codes }: Discovery,
  chosen: ReadonlyMap<string, string>,
  choices: readonly Choice[],
): { languages: Proposal["languages"]; leftOut: string[] } {
  const leftOut: string[] = [];
  const taken = languages.flatMap((language) => {
    const choice = chosen.get(language.code);
    if (choice === undefined) return [language];
    if (choice === LEFT_OUT) {
      leftOut.push(language.code);
      return [];
    }
    const own = codes.find(({ code }) => code === language.code)?.own;
    if (choice === OWN_MEANING) return [own ? { ...language, language: own.code, name: own.name } : language];
    const name = choices.find(({ value }) => value === choice)?.label ?? choice;
    return [{ ...language, language: choice, name }];
  });
  return { languages: taken, leftOut };
}
