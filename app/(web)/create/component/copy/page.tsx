import { EmptyState } from "@/app/ui/empty-state";
import { FindForm } from "@/app/ui/find-form";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { copyableComponents, findOriginal } from "@/lib/domain/creation/from-component";
import { urls } from "@/lib/urls";
import { ownDraft } from "../own-draft";
import { somePlaces, wizardCrumbs } from "../own-places";
import { CopyForm } from "./copy-form";

export const generateMetadata = titled("newComponent.way.copy.title");

/** A new component from one that is there: its repository, settings and add-ons. */
export default async function CopyPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    const actor = await currentActor();
    const { places, chosen } = await somePlaces(t, actor, one(asked.project));
    const title = t("newComponent.way.copy.title");
    const crumbs = wizardCrumbs(t, chosen, title);
    const from = one(asked.from);
    const draft = await ownDraft("copy", chosen.path, one(asked.draft) !== "");
    if (/^\d{1,9}$/.test(from)) {
      const original = await findOriginal(actor, Number(from));
      return (
        <Page
          title={title}
          lead={
            <>
              {t("newComponent.copy.from", { component: original.name, project: original.project.name })}{" "}
              <a className="link" href={path(urls.newComponent("copy", chosen.path))}>
                {t("newComponent.copy.another")}
              </a>
            </>
          }
          crumbs={crumbs}
          narrow
        >
          {draft.note}
          <CopyForm
            original={original}
            places={places}
            chosen={chosen.path}
            draft={draft.values?.original?.[0] === from ? draft.values : undefined}
          />
        </Page>
      );
    }
    const words = one(asked.q);
    const found = await copyableComponents(actor, words, chosen.projectId);
    return (
      <Page title={title} lead={t("newComponent.copy.lead")} crumbs={crumbs} narrow>
        {draft.note}
        <FindForm label={t("newComponent.copy.find")} words={words}>
          <input type="hidden" name="project" value={chosen.path} />
        </FindForm>
        {found.length === 0 ? (
          <EmptyState title={t("newComponent.copy.none")}>{t("newComponent.copy.noneText")}</EmptyState>
        ) : (
          <ul className="panel divide-y divide-line">
            {found.map(({ id, name, project, filemask }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-1">
                <a
                  className="link inline-flex min-h-9 min-w-0 items-center"
                  href={path(urls.newComponent("copy", chosen.path, id))}
                >
                  {project} / {name}
                </a>
                <bdi className="min-w-0 break-all font-mono text-meta text-ink-2">{filemask}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Page>
    );
  });
}
