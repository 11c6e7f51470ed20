import type { Texts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Button } from "@/app/ui/button";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { errorWords } from "@/app/ui/error-words";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { pathOf } from "@/lib/domain/bulk/plan";
import { NotFound } from "@/lib/domain/errors";
import { findLanguage } from "@/lib/domain/languages/languages";
import { goneDrafts } from "@/lib/domain/lost/drafts";
import { isLostCursor, LOSING_CAUSES, LOSSES, listLost } from "@/lib/domain/lost/list";
import { urls } from "@/lib/urls";
import { putTextsBack } from "./actions";
import { GoneDrafts } from "./gone-drafts";
import { LostRow } from "./lost-row";

export const generateMetadata = titledPlace("lost.title");

const PAGE_SIZE = 50;

const CAUSES = {
  repository: "lost.cause.repository",
  upload: "lost.cause.upload",
  addon: "lost.cause.addon",
  machine: "lost.cause.machine",
  memory: "lost.cause.memory",
} as const;

const causesOf = (t: Texts) => [
  { value: "", label: t("lost.any") },
  ...LOSING_CAUSES.map((cause) => ({ value: cause, label: t(CAUSES[cause]) })),
];

const lossesOf = (t: Texts) => [
  { value: "", label: t("lost.any") },
  { value: "removed", label: t("lost.loss.removed") },
  { value: "replaced", label: t("lost.loss.replaced") },
  { value: "rejected", label: t("lost.loss.rejected") },
];

/** Id of the language that a filter names; a sentence where there is none. */
async function languageOf(t: Texts, code: string): Promise<{ id?: number; problem?: string }> {
  if (code === "") return {};
  try {
    return { id: (await findLanguage(code)).id };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return { problem: errorWords(t, error) };
  }
}

/** Texts of a place that are nowhere any more, and putting them back. */
export default async function LostPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const asked = await searchParams;
    const clean = (name: string) => one(asked[name]).replaceAll("\0", "").trim().slice(0, 150);
    const [loss, cause, user, language] = [clean("loss"), clean("cause"), clean("user"), clean("language")];
    const actor = await currentActor();
    const before = isLostCursor(one(asked.before)) ? one(asked.before) : undefined;
    const { id: languageId, problem } = await languageOf(t, language);
    const filter = {
      loss: LOSSES.find((one) => one === loss),
      cause: LOSING_CAUSES.find((one) => one === cause),
      user: user || undefined,
      languageId,
    };
    const { rows, more } = problem
      ? { rows: [], more: false }
      : await listLost(actor, place, filter, { before, limit: PAGE_SIZE });
    const drafts = await goneDrafts(actor, place);
    const slugs = pathOf(place);
    const home = path(urls.below("lost", slugs.split("/")));
    const given = Object.fromEntries(Object.entries({ loss, cause, user, language }).filter(([, value]) => value));
    const last = rows.at(-1);
    return (
      <Page title={t("lost.title")} crumbs={crumbsBelow(t, place, t("lost.title"))} lead={t("lost.lead")}>
        <form
          className="panel mb-6 grid items-start gap-4 p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]"
          aria-label={t("lost.filter")}
        >
          <Select label={t("lost.loss.label")} name="loss" choices={lossesOf(t)} defaultValue={loss} />
          <Select label={t("lost.cause.label")} name="cause" choices={causesOf(t)} defaultValue={cause} />
          <Field label={t("lost.user")} name="user" defaultValue={user} dir="ltr" />
          <Field label={t("common.language")} name="language" defaultValue={language} dir="ltr" error={problem} />
          <div className="flex gap-2 lg:pt-6">
            <Button kind="primary">{t("lost.filter")}</Button>
            {Object.keys(given).length > 0 ? <LinkButton href={home}>{t("lost.clear")}</LinkButton> : null}
          </div>
        </form>
        <GoneDrafts drafts={drafts} />
        <ActionForm action={putTextsBack.bind(null, slugs)} label={t("lost.title")}>
          {rows.length === 0 ? (
            <EmptyState title={t("lost.none")}>{t("lost.noneText")}</EmptyState>
          ) : (
            <>
              <ul className="panel">
                {rows.map((row) => (
                  <LostRow key={row.change.id} row={row} />
                ))}
              </ul>
              <div className="mt-3 flex flex-wrap gap-3">
                <Submit>{t("lost.putBack")}</Submit>
                {more && last ? (
                  <LinkButton href={`${home}?${new URLSearchParams({ ...given, before: last.cursor })}`}>
                    {t("lost.older")}
                  </LinkButton>
                ) : null}
              </div>
            </>
          )}
        </ActionForm>
      </Page>
    );
  });
}
