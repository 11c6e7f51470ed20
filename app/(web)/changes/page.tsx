import type { Metadata } from "next";
import type { Texts } from "#texts";
import { Button } from "@/app/ui/button";
import { ChangeList } from "@/app/ui/change-list";
import { feedOf } from "@/app/ui/feed-link";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { ObjectLinks } from "@/app/ui/object-links";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { ACTIONS, actionCodes } from "@/lib/domain/change-actions";
import { type ChangeFilter, listChanges } from "@/lib/domain/changes/list";
import { NotFound } from "@/lib/domain/errors";
import { findLanguage } from "@/lib/domain/languages/languages";
import { findProject } from "@/lib/domain/projects/projects";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTexts())("common.changes"), ...feedOf() };
}

const SIZE = 50;

/** What can be listed: groups of actions, then every action by the name that the API gives it. */
function kinds(t: Texts) {
  return [
    { value: "", label: t("changes.kind.all") },
    { value: "content", label: t("changes.kind.content") },
    { value: "repository", label: t("changes.kind.repository") },
    ...Object.entries(ACTIONS).map(([code, info]) => ({ value: code, label: info.name })),
  ];
}

type Query = Record<"project" | "language" | "user" | "action", string>;

/** The filter of the form; a name that nothing has gives a sentence for beside its field. */
async function readFilter(query: Query): Promise<{ filter: ChangeFilter; problems: Partial<Query> }> {
  const actor = await currentActor();
  const filter: ChangeFilter = {};
  const problems: Partial<Query> = {};
  const look = async (name: keyof Query, find: () => Promise<void>) => {
    try {
      await find();
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      problems[name] = error.message;
    }
  };
  if (query.project)
    await look("project", async () => {
      filter.projectId = (await findProject(actor, query.project)).id;
    });
  if (query.language)
    await look("language", async () => {
      filter.languageId = (await findLanguage(query.language)).id;
    });
  if (query.user) filter.username = query.user;
  if (query.action === "content") filter.content = true;
  else if (query.action === "repository") filter.actions = actionCodes("repository");
  else if (/^\d{1,3}$/.test(query.action)) filter.actions = [Number(query.action)];
  return { filter, problems };
}

export default async function ChangesPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const clean = (name: string) => one(parameters[name]).replaceAll("\0", "").trim().slice(0, 200);
    const query: Query = {
      project: clean("project"),
      language: clean("language"),
      user: clean("user"),
      action: clean("action"),
    };
    const page = readPage(parameters.page);
    const { filter, problems } = await readFilter(query);
    const wrong = Object.keys(problems).length > 0;
    const { rows, count } = wrong
      ? { rows: [], count: 0 }
      : await listChanges(await currentActor(), filter, { limit: SIZE, offset: (page - 1) * SIZE });
    return (
      <>
        <Page title={t("common.changes")} lead={wrong ? undefined : t("changes.count", { count })}>
          <form
            className="panel mb-6 grid items-start gap-4 p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]"
            aria-label={t("changes.filter")}
          >
            <Select label={t("changes.action.label")} name="action" choices={kinds(t)} defaultValue={query.action} />
            <Field
              label={t("common.project")}
              name="project"
              defaultValue={query.project}
              placeholder={t("changes.project.placeholder")}
              error={problems.project}
            />
            <Field
              label={t("common.language")}
              name="language"
              defaultValue={query.language}
              placeholder={t("changes.language.placeholder")}
              error={problems.language}
            />
            <Field
              label={t("changes.user.label")}
              name="user"
              defaultValue={query.user}
              placeholder={t("changes.user.placeholder")}
            />
            <div className="flex gap-2 lg:pt-6">
              <Button kind="primary">{t("changes.filter")}</Button>
              {Object.values(query).some(Boolean) ? (
                <LinkButton href="/changes/">{t("changes.clear")}</LinkButton>
              ) : null}
            </div>
          </form>
          <ChangeList changes={rows} empty={t("changes.noneMatch")} revertable={!(await currentActor()).isAnonymous} />
          <Pager page={page} size={SIZE} total={count} query={query} />
        </Page>
        <ObjectLinks slugs={[]} />
      </>
    );
  });
}
