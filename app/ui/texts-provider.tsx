"use client";

import type { ReactNode } from "react";
import { IntlProvider } from "use-intl/react";
import type { MessageTree } from "./catalogue";

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
  return (
    <IntlProvider locale={language} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
