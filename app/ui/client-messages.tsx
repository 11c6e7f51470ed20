import type { ReactNode } from "react";
import { messagesOf } from "@/lib/text/messages/catalogue";
import type { Subject } from "./client-subjects";
import { currentLanguage } from "./page-texts";
import { TextsProvider } from "./texts-provider";

/** Sends the messages of some subjects with the page: all that its components in the browser have to say. */
export async function ClientTexts({ subjects, children }: { subjects: readonly Subject[]; children: ReactNode }) {
  const language = await currentLanguage();
  const all = messagesOf(language);
  const picked = Object.fromEntries(subjects.map((subject) => [subject, all[subject] ?? {}]));
  return (
    <TextsProvider language={language} messages={picked}>
      {children}
    </TextsProvider>
  );
}
