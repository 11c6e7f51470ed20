import { Plus } from "lucide-react";
import type { TextKey } from "#texts";
import { EmptyState } from "@/app/ui/empty-state";
import { FindForm } from "@/app/ui/find-form";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path, thisPage } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { orderLinks, orderQuery, readOrder } from "@/app/ui/work-order";
import { WorkTable } from "@/app/ui/work-table";
import { can } from "@/lib/domain/access/demand";
import { noCounters } from "@/lib/domain/counters/read-counters";
import { projectTable } from "@/lib/domain/statistics/project-table";
import { projectSizes, visibleCounters } from "@/lib/domain/statistics/visible";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("common.projects");

const SIZE = 50;
/** With more projects than this there is a field that narrows them. */
const FEW = 5;

/** Projects, to be found by name, with what there is to do in each. */
export default async function ProjectsPage({ searchParams }: PageInput) {
  const t = await getTexts();
  const asked = await searchParams;
  const words = one(asked.q).trim().slice(0, 100);
  const ordered = readOrder(asked);
  const after = one(asked.after) || undefined;
  const actor = await currentActor();
  const { rows, count, next } = await projectTable(actor, words, { ...ordered, after, limit: SIZE });
  const query = { q: words || undefined, ...orderQuery(ordered) };
  const ids = rows.map((row) => row.id);
  const [numbers, sizes] = await Promise.all([visibleCounters(actor, "project", ids), projectSizes(actor, ids)]);
  const mayAdd = can(actor, "project.add");
  const add = (
    <LinkButton href="/create/project/" kind="primary">
      <Plus aria-hidden size={16} /> {t("projects.newProject")}
    </LinkButton>
  );
  return (
    <Page
      title={t("common.projects")}
      lead={count > 0 ? t("projects.count", { count }) : undefined}
      actions={
        <>
          <LinkButton href={path(urls.componentLists())}>{t("componentLists.title")}</LinkButton>
          {mayAdd ? add : null}
        </>
      }
    >
      {count > FEW || words ? (
        <FindForm label={t("projects.find")} words={words}>
          {Object.entries(orderQuery(ordered)).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </FindForm>
      ) : null}
      {rows.length === 0 && words ? (
        <EmptyState
          title={t("project.noneMatches")}
          action={<LinkButton href="/projects/">{t("projects.all")}</LinkButton>}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          title={t("projects.none")}
          action={
            mayAdd ? (
              add
            ) : actor.isAnonymous ? (
              <LinkButton href={path(urls.signIn("/projects/"))} kind="primary">
                {t("common.signIn")}
              </LinkButton>
            ) : null
          }
        >
          {mayAdd ? t("projects.noneTextAdmin") : t("projects.noneText")}
        </EmptyState>
      ) : (
        <WorkTable
          label={t("common.projects")}
          head={t("common.project")}
          csv={path(urls.table("projects", [], query))}
          sort={orderLinks(ordered, { q: query.q })}
          lines={rows.map((project) => {
            const size = sizes.get(project.id);
            const access = ACCESS[project.accessControl];
            return {
              key: project.id,
              name: project.name,
              plainName: project.name,
              href: path(urls.project(project.slug).web),
              numbers: numbers.get(project.id) ?? noCounters(),
              note: [
                t("projects.size", { components: size?.components ?? 0, languages: size?.languages ?? 0 }),
                ...(access ? [t(access)] : []),
              ].join(", "),
            };
          })}
        />
      )}
      <KeyPager next={next && thisPage({ ...query, after: next })} first={after ? thisPage(query) : undefined} />
    </Page>
  );
}

const ACCESS: Readonly<Record<number, TextKey>> = {
  1: "projects.access.protected",
  100: "projects.access.private",
  200: "projects.access.custom",
};
