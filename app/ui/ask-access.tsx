import { NotFound } from "@/lib/domain/errors";
import { ownRequest, whoGrants } from "@/lib/domain/projects/access-requests";
import { findProject } from "@/lib/domain/projects/projects";
import { OBJECT_PAGES } from "@/lib/urls/object-pages";
import { ActionForm } from "./action-form";
import { ask, takeBack } from "./ask-access-actions";
import { Callout } from "./callout";
import { getTexts } from "./page-texts";
import { requestPath } from "./request-path";
import { Section } from "./section";
import { currentActor } from "./session";
import { Submit } from "./submit";
import { TextArea } from "./text-area";

/** People who are named. */
const MOST_NAMED = 3;

/** Slug of the project that the page under way is about. */
async function projectOfPage(): Promise<string | undefined> {
  const [word = "", slug] = new URL(await requestPath(), "http://page.invalid").pathname.split("/").filter(Boolean);
  if (!OBJECT_PAGES.has(word) || slug === undefined) return undefined;
  try {
    return decodeURIComponent(slug);
  } catch {
    return undefined;
  }
}

/** Where something of a project is refused to somebody who sees it: a form that asks for more. Nothing elsewhere. */
export async function AskAccess() {
  const t = await getTexts();
  const actor = await currentActor();
  const slug = await projectOfPage();
  if (actor.isAnonymous || slug === undefined || slug.includes("\0")) return null;
  const project = await findProject(actor, slug).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  if (!project || actor.blockedIn.has(project.id)) return null;
  const [state, { names, count }] = await Promise.all([
    ownRequest(actor, project),
    whoGrants(actor, project, MOST_NAMED),
  ]);
  const granters =
    names.length > 0 ? t("askAccess.granters", { names: names.join(", "), more: count - names.length }) : undefined;
  return (
    <div className="mt-8 max-w-[72ch]">
      <Section title={t("askAccess.title")} lead={t("askAccess.lead", { project: project.name })}>
        {granters ? <p className="mb-3 break-words">{granters}</p> : null}
        {state === "declined" ? <Callout>{t("askAccess.declined")}</Callout> : null}
        {state === "waiting" ? (
          <>
            <Callout>{t("askAccess.waits")}</Callout>
            <ActionForm action={takeBack.bind(null, slug)} label={t("askAccess.takeBack")} className="mt-3">
              <Submit kind="secondary">{t("askAccess.takeBack")}</Submit>
            </ActionForm>
          </>
        ) : null}
        {state === undefined ? (
          <ActionForm action={ask.bind(null, slug)} label={t("askAccess.title")} className="panel grid gap-4 p-4">
            <TextArea
              label={t("askAccess.message")}
              name="message"
              hint={t("askAccess.messageHint")}
              maxLength={500}
              required
              rows={3}
            />
            <div>
              <Submit>{t("askAccess.ask")}</Submit>
            </div>
          </ActionForm>
        ) : null}
      </Section>
    </div>
  );
}
