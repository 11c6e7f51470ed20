import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { denialWords } from "@/lib/domain/access/denial-words";
import { Busy, Forbidden, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { presentPath } from "@/lib/domain/translations/former-address";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { setAnswerStatus } from "@/lib/platform/answer-status";
import { urls } from "@/lib/urls";
import { OBJECT_PAGES } from "@/lib/urls/object-pages";
import { AskAccess } from "./ask-access";
import { busyPage } from "./busy-page";
import { currentObject } from "./current-object";
import { DenialNote } from "./denial-note";
import { Page } from "./page-body";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { requestPath } from "./request-path";
import { currentActor } from "./session";
import { siteName } from "./site-look";

/** Where the object of a page stands now that its path named before; undefined when there is none. */
async function movedPath(asked: string): Promise<string | undefined> {
  const { pathname, search } = new URL(asked, "http://page.invalid");
  const parts = pathname.split("/").filter(Boolean);
  // The history of an object has two first words.
  const first = parts[0] === "changes" && parts[1] === "browse" ? 2 : 1;
  const [word, slugs] = [parts.slice(0, first).join("/"), parts.slice(first)];
  if (!OBJECT_PAGES.has(word)) return undefined;
  const now = await presentPath(await currentActor(), slugs);
  return now && path(urls.below(word, now)) + search;
}

/** The page of the object that a page is about, should the reader see that; else the home page. */
async function objectPath(asked: string): Promise<string> {
  const { pathname } = new URL(asked, "http://page.invalid");
  const [word = "", ...segments] = pathname.split("/").filter(Boolean);
  if (!OBJECT_PAGES.has(word) || word === "projects" || segments.length === 0) return "/";
  try {
    const slugs = decodedPath(segments);
    await currentObject(segments);
    return path(urls.page(slugs));
  } catch (error) {
    if (error instanceof NotFound || error instanceof Forbidden) return "/";
    throw error;
  }
}

/** Leads to where the object of the page under way was renamed or moved, else to the 404 page. */
export async function followOrNotFound(): Promise<never> {
  const moved = await movedPath(await requestPath());
  if (moved) redirect(moved);
  notFound();
}

/**
 * Loads a page through the domain: what was renamed or moved is shown where it is, what is not there becomes the 404 page, who is not signed in is asked to, and a
 * refusal is shown with its reason.
 */
export async function guarded(load: () => Promise<ReactNode>): Promise<ReactNode> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof NotFound) return followOrNotFound();
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
          <title>{`${t("refused.forbiddenTitle")} — ${await siteName()}`}</title>
          <DenialNote
            denial={{ ...error.denial, text: denialWords(t, error.denial) }}
            back={await objectPath(await requestPath())}
            signIn={path(urls.signIn("/"))}
          />
          {error.denial.reason === "missing-permission" ? <AskAccess /> : null}
        </Page>
      );
    }
    throw error;
  }
}
