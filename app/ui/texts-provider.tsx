"use client";

import { createContext, type ReactNode, use, useMemo } from "react";
import { type MessageTree, type Texts, translatorOf } from "@/lib/text/messages/translator";
import { textsAt } from "./texts-store";

const TextsContext = createContext<{ texts: Texts; language: string } | undefined>(undefined);

/** What the components under a `TextsProvider` say, and in which language. */
export function useProvidedTexts(): { texts: Texts; language: string } {
  const provided = use(TextsContext);
  if (!provided) throw new Error("No messages are provided here: put ClientTexts around it.");
  return provided;
}

/**
 * Gives messages to the components in it that run in the browser. They are waited for: what the server rendered stays as
 * it is meanwhile, and nothing is ever shown by the keys of its messages.
 * @param address where they are fetched from
 */
export function TextsProvider({
  language,
  address,
  children,
}: {
  language: string;
  address: string;
  children: ReactNode;
}) {
  const found = textsAt(address);
  const messages = found instanceof Promise ? use(found) : found;
  return (
    <Provided language={language} messages={messages}>
      {children}
    </Provided>
  );
}

/** Apart from the waiting: a component that waits is rendered anew without its promise, where React counts no other hook. */
function Provided({ language, messages, children }: { language: string; messages: MessageTree; children: ReactNode }) {
  const provided = useMemo(() => ({ texts: translatorOf(language, messages), language }), [language, messages]);
  return <TextsContext value={provided}>{children}</TextsContext>;
}
