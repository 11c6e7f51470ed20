import type { ReactNode } from "react";
import type { ClientPart } from "./client-subjects";
import { currentLanguage } from "./page-texts";
import { sentTexts } from "./sent-texts";
import { TextsProvider } from "./texts-provider";
import { provideTexts } from "./texts-store";

/**
 * Gives components in the browser the messages of their part of the pages. They are not in the page: a browser fetches
 * them once for each language and build, together with the scripts.
 */
export async function ClientTexts({ part, children }: { part: ClientPart; children: ReactNode }) {
  const language = await currentLanguage();
  const { messages, address } = sentTexts(language, part);
  provideTexts(address, messages);
  return (
    <>
      <link rel="preload" as="fetch" crossOrigin="anonymous" href={address} />
      <TextsProvider language={language} address={address}>
        {children}
      </TextsProvider>
    </>
  );
}
