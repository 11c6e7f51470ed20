"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { type MessageTree, type Texts, translatorOf } from "@/lib/text/messages/translator";

const TextsContext = createContext<{ texts: Texts; language: string } | undefined>(undefined);

/** What the components under a `TextsProvider` say, and in which language. */
export function useProvidedTexts(): { texts: Texts; language: string } {
  const provided = use(TextsContext);
  if (!provided) throw new Error("No messages are provided here: put ClientTexts around it.");
  return provided;
}

/** Gives messages to the components in it that run in the browser. */
export function TextsProvider({
  language,
  messages,
  children,
}: {
  language: string;
  messages: MessageTree;
  children: ReactNode;
}) {
  const provided = useMemo(() => ({ texts: translatorOf(language, messages), language }), [language, messages]);
  return <TextsContext value={provided}>{children}</TextsContext>;
}
