import type { Busy } from "@/lib/domain/errors";
import { setAnswerStatus } from "@/lib/platform/answer-status";
import { EmptyState } from "./empty-state";
import { LinkButton } from "./link-button";
import { Page } from "./page-body";

/**
 * What a page shows, and answers, when there was no place for its search. It is small on purpose: whoever asks for too
 * much gets an answer that costs little.
 * @param again the address that was asked for
 * @param without the address of the same place without a search
 */
export function busyPage(error: Busy, again: string, without = "/") {
  setAnswerStatus(error.own ? 429 : 503);
  return (
    <Page title="Too many searches" narrow>
      <title>Too many searches — Loquat</title>
      <EmptyState
        title={error.message}
        action={
          <>
            <LinkButton href={again}>Try again</LinkButton>
            <LinkButton href={without}>Go on without a search</LinkButton>
          </>
        }
      >
        Words, phrases and regular expressions are looked for in every string, so few such searches run at a time.
        States, labels and checks are found without waiting.
      </EmptyState>
    </Page>
  );
}
