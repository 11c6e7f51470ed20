import { useLanguage, useTexts } from "#texts";
import { Callout } from "@/app/ui/callout";
import { dayIn } from "@/app/ui/change-list";
import { EmptyState } from "@/app/ui/empty-state";
import { feedIn } from "@/app/ui/feed-link";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { ObjectLinks } from "@/app/ui/object-links";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import type { Crumb } from "@/app/ui/path-crumbs";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { historyChoices } from "@/lib/domain/changes/choices";
import { type Act, type HistoryPage as Acts, readHistory } from "@/lib/domain/changes/history";
import { mayExportHistory } from "@/lib/domain/exports/change-table";
import { operationsById } from "@/lib/domain/undo/operations";
import { urls } from "@/lib/urls";
import { ActItem, type KnownOperation } from "./act-item";
import { HistoryFilter } from "./history-filter";
import { type Asked, readAsked, readSelection, slugsOfAsked } from "./history-query";

/** The history of a place, or of everything, narrowed as the address says. */
export async function HistoryPage({
  place,
  searchParams,
}: Pick<PageInput, "searchParams"> & {
  /** What the path of the page names. */
  place?: { slugs: readonly string[]; fields: Partial<Asked>; name: string; crumbs: readonly Crumb[] };
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const asked: Asked = { ...readAsked(await searchParams), ...place?.fields };
  const slugs = place?.slugs ?? slugsOfAsked(asked);
  const { scope, filter, problems } = await readSelection(t, actor, slugs, asked);
  const wrong = !scope || Object.keys(problems).length > 0;
  const each = asked.each === "1" || asked.operation !== "";
  const { projectId, componentId } = scope?.filter ?? {};
  const [found, choices] = await Promise.all([
    wrong ? ({ acts: [] } as Acts) : readHistory(actor, { filter, each, after: asked.after }),
    historyChoices(actor, { projectId: projectId ?? scope?.permissionScope?.project?.id, componentId }),
  ]);
  const operations = await operationsById(
    actor,
    found.acts.flatMap((act) => act.operation ?? []),
  );
  const { project, component, language, user, action, start_date, end_date, operation } = asked;
  const fields = place ? {} : { project, component, language };
  const narrow = { user, action, start_date, end_date };
  const here = (more: Readonly<Record<string, string | undefined>> = {}) =>
    path(urls.history(place?.slugs, { ...fields, ...narrow, operation, each: asked.each, ...more }));
  const exported = narrowing(filter.actions, asked);
  return (
    <>
      <Page
        title={place ? t("changes.titleOf", { name: place.name }) : t("common.changes")}
        crumbs={place?.crumbs}
        lead={operation ? t("changes.operationLead") : t("changes.lead")}
        actions={
          wrong || operation ? null : (
            <>
              <LinkButton small href={feedIn(t, `${path(urls.feed(slugs))}${exported}`)}>
                {t("changes.feed")}
              </LinkButton>
              {mayExportHistory(actor, scope) ? (
                <LinkButton small href={`${path(urls.historyTable(slugs, {}))}${exported}${exported ? "&" : "?"}all=1`}>
                  {t("changes.csv")}
                </LinkButton>
              ) : null}
            </>
          )
        }
      >
        <HistoryFilter asked={asked} choices={choices} problems={problems} />
        {wrong ? null : (
          <Days
            found={found}
            operations={operations}
            revertable={!actor.isAnonymous}
            wholeOf={(act) => (act.operation ? here({ operation: act.operation, after: undefined }) : sittingOf(act))}
          />
        )}
        <KeyPager
          next={found.next ? here({ after: found.next }) : undefined}
          first={asked.after ? here() : undefined}
        />
      </Page>
      {place ? null : <ObjectLinks slugs={[]} />}
    </>
  );
}

/** The query of a feed or a table with the same selection. */
function narrowing(actions: readonly number[] | undefined, { user, start_date, end_date }: Asked): string {
  const query = new URLSearchParams();
  for (const action of actions ?? []) query.append("action", String(action));
  for (const [name, value] of Object.entries({ user, start_date, end_date })) if (value) query.set(name, value);
  return query.size > 0 ? `?${query}` : "";
}

/** All changes of an act that is no operation: one place, one person and one day. */
function sittingOf({ rows, translations, actions }: Act): string | undefined {
  const [first] = rows;
  if (!first?.projectSlug || !first.componentSlug) return undefined;
  const day = first.at.toISOString().slice(0, 10);
  const inside = [...(first.categoryPath ? first.categoryPath.split("/") : []), first.componentSlug];
  const language = translations === 1 && first.languageCode ? [first.languageCode] : [];
  return path(
    urls.history([first.projectSlug, ...inside, ...language], {
      user: first.username ?? undefined,
      action: actions.length === 1 ? String(first.action) : undefined,
      start_date: day,
      end_date: day,
      each: "1",
    }),
  );
}

/** Acts under the days on which they ended. */
function Days({
  found,
  operations,
  revertable,
  wholeOf,
}: {
  found: Acts;
  operations: ReadonlyMap<string, KnownOperation>;
  revertable: boolean;
  wholeOf: (act: Act) => string | undefined;
}) {
  const t = useTexts();
  const day = dayIn(useLanguage());
  const { acts, until } = found;
  const days = new Map<string, Act[]>();
  for (const act of acts) {
    const name = act.rows[0] ? day.format(act.rows[0].at) : "";
    days.set(name, [...(days.get(name) ?? []), act]);
  }
  return (
    <>
      {acts.length === 0 && !until ? (
        <EmptyState title={t("changes.noneMatch")}>{t("changes.emptyText")}</EmptyState>
      ) : null}
      <div className="grid gap-5 *:min-w-0">
        {[...days].map(([name, list]) => (
          <section key={name} aria-label={name}>
            <h2 className="mb-2 text-table font-semibold text-ink-2">{name}</h2>
            <ol className="panel divide-y divide-line">
              {list.map((act) => (
                <ActItem
                  key={act.rows[0]?.id}
                  act={act}
                  operation={operations.get(act.operation ?? "")}
                  whole={wholeOf(act)}
                  revertable={revertable}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {until ? (
        <div className="mt-4">
          <Callout>{t("changes.lookedUntil", { date: day.format(until) })}</Callout>
        </div>
      ) : null}
    </>
  );
}
