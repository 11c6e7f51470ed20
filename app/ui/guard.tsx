import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { Busy, Forbidden, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { setAnswerStatus } from "@/lib/platform/answer-status";
import { urls } from "@/lib/urls";
import { busyPage } from "./busy-page";
import { DenialNote } from "./denial-note";
import { Page } from "./page-body";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { requestPath } from "./request-path";
import { currentActor } from "./session";

/**
 * Loads a page through the domain: what is not there becomes the 404 page, who is not signed in is asked to, and a
 * refusal is shown with its reason.
 */
export async function guarded(load: () => Promise<ReactNode>): Promise<ReactNode> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof NotFound) notFound();
    if (error instanceof Busy) return busyPage(error, await requestPath());
    // An anonymous visitor may have access after signing in.
    if (error instanceof Unauthenticated || (error instanceof Forbidden && (await currentActor()).isAnonymous))
      redirect(path(urls.signIn(await requestPath())));
    if (error instanceof Forbidden) {
      // Not by the framework's forbidden(): its page is given nothing, and the reader would not learn the reason.
      setAnswerStatus(403);
      const t = await getTexts();
      return (
        <Page title={t("refused.forbiddenTitle")} lead={t("refused.forbiddenLead")} narrow>
          <title>{`${t("refused.forbiddenTitle")} — Loquat`}</title>
          <DenialNote denial={error.denial} back="/" signIn={path(urls.signIn("/"))} />
        </Page>
      );
    }
    throw error;
  }
}
