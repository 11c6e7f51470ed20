"use client";

import { createContext, type ReactNode, use } from "react";
import { type MessageTree, type Texts, translatorOf } from "@/lib/text/messages/translator";

const TextsContext = createContext<{ texts: Texts; language: string } | undefined>(undefined);

/** What the components under a `TextsProvider` say, and in which language. */
export function useProvidedTexts(): { texts: Texts; language: string } {
  const provided = use(TextsContext);
  if (!provided) throw new Error("No messages are provided here: put ClientTexts around it.");
  return provided;
}

/**
 * Gives messages to the components in it that run in the browser.
 * @param name of this set of messages
 */
export function TextsProvider({
  name,
  language,
  messages,
  children,
}: {
  name: string;
  language: string;
  messages: MessageTree;
  children: ReactNode;
}) {
  return <TextsContext value={{ texts: translatorOf(name, language, messages), language }}>{children}</TextsContext>;
}
