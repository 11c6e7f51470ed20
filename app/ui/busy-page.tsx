import type { Busy } from "@/lib/domain/errors";
import { setAnswerStatus } from "@/lib/platform/answer-status";
import { EmptyState } from "./empty-state";
import { errorWords } from "./error-words";
import { LinkButton } from "./link-button";
import { Page } from "./page-body";
import { getTexts } from "./page-texts";

/**
 * What a page shows, and answers, when there was no place for its search. It is small on purpose: whoever asks for too
 * much gets an answer that costs little.
 * @param again the address that was asked for
 * @param without the address of the same place without a search
 */
export async function busyPage(error: Busy, again: string, without = "/") {
  const t = await getTexts();
  setAnswerStatus(error.own ? 429 : 503);
  return (
    <Page title={t("refused.busyTitle")} narrow>
      <title>{`${t("refused.busyTitle")} — Loquat`}</title>
      <EmptyState
        title={errorWords(t, error)}
        action={
          <>
            <LinkButton href={again}>{t("common.tryAgain")}</LinkButton>
            <LinkButton href={without}>{t("refused.withoutSearch")}</LinkButton>
          </>
        }
      >
        {t("refused.busyText")}
      </EmptyState>
    </Page>
  );
}
