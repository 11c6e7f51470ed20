import { projectsCrumb } from "@/app/ui/crumbs";
import { DefinitionList } from "@/app/ui/definition-list";
import { EmptyState } from "@/app/ui/empty-state";
import { FilterForm } from "@/app/ui/filter-form";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { serviceWords } from "@/app/ui/machinery-words";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput, readCursor } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { RelativeTime } from "@/app/ui/relative-time";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { listSent, MOST_SENT, SENT_DAYS, type SentRow } from "@/lib/domain/machinery/sent";
import { allServices } from "@/lib/domain/machinery/services";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

export const generateMetadata = titledPlace("machinery.sent.title");

const SIZE = 20;

/** One request, closed unless it is the only thing that is asked for. */
async function Sent({ row, projectSlug, open }: { row: SentRow; projectSlug: string; open: boolean }) {
  const t = await getTexts();
  const component = urls.component({ projectSlug, ...row });
  return (
    <li>
      <details open={open} className="group px-4">
        <summary className="min-h-11 cursor-pointer py-3 marker:text-ink-3">
          <span className="font-semibold text-ink">{serviceWords(t, row.service)}</span>
          <span className="text-table text-ink-2">
            {" · "}
            <bdi>{row.component}</bdi> · <bdi>{row.language}</bdi> · <RelativeTime at={row.at} />
          </span>
        </summary>
        <div className="pb-4">
          <DefinitionList
            facts={[
              [t("machinery.sent.by"), row.username ? <bdi key="who">{row.username}</bdi> : t("machinery.sent.task")],
              [
                t("common.component"),
                <a key="component" className="link" href={path(component.web)}>
                  <bdi>{row.component}</bdi>
                </a>,
              ],
              [t("machinery.sent.strings"), row.unitIds.length],
              [
                t("machinery.sent.address"),
                <bdi key="address" dir="ltr" className="break-all">
                  {row.address}
                </bdi>,
              ],
            ]}
          />
          <dl className="mt-3 grid gap-3">
            {row.parts.map(({ name, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may come twice
              <div key={place} className="min-w-0">
                <dt className="mb-1 font-mono text-meta text-ink-2" dir="ltr">
                  {name || t("machinery.sent.body")}
                </dt>
                <dd>
                  <pre
                    dir="auto"
                    className="max-h-96 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-table break-words whitespace-pre-wrap"
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys as well
                    tabIndex={0}
                  >
                    {text}
                  </pre>
                </dd>
              </div>
            ))}
          </dl>
          {row.cut ? <p className="mt-2 text-table text-ink-2">{t("machinery.sent.cut")}</p> : null}
        </div>
      </details>
    </li>
  );
}

/** What services outside were sent for a project, word for word. */
export default async function SentPage({ params, searchParams }: PageInput & { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const project = await findProject(actor, (await params).project);
    const asked = await searchParams;
    const outside = allServices().filter(({ fields }) => fields.length > 0);
    const service = outside.find(({ id }) => id === one(asked.service))?.id;
    const [unit, before] = [readCursor(asked.unit), readCursor(asked.before)];
    const { rows, next, all } = await listSent(actor, project, { service, unit, before, limit: SIZE });
    const links = urls.project(project.slug);
    const query = { service, unit: unit === undefined ? undefined : String(unit) };
    return (
      <Page
        title={t("machinery.sent.title")}
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(links.web) },
          ...(all ? [{ label: t("common.automaticSuggestions"), href: path(links.suggestionServices) }] : []),
          { label: t("machinery.sent.title") },
        ]}
        lead={t("machinery.sent.lead", { count: MOST_SENT, days: SENT_DAYS })}
      >
        {all ? null : <p className="mb-3 text-ink-2">{t("machinery.sent.own")}</p>}
        {unit === undefined ? (
          <FilterForm label={t("machinery.sent.find")}>
            <Select
              label={t("machinery.sent.service")}
              name="service"
              defaultValue={service ?? ""}
              choices={[
                { value: "", label: t("machinery.sent.allServices") },
                ...outside.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </FilterForm>
        ) : (
          <p className="mb-4">
            {t("machinery.sent.ofString")}{" "}
            <a className="link" href={path(links.sent())}>
              {t("machinery.sent.showAll")}
            </a>
          </p>
        )}
        {rows.length === 0 ? (
          <EmptyState title={t("machinery.sent.none")}>{t("machinery.sent.noneText")}</EmptyState>
        ) : (
          <ol className="panel max-w-[900px] divide-y divide-line">
            {rows.map((row, place) => (
              <Sent key={row.id} row={row} projectSlug={project.slug} open={unit !== undefined && place === 0} />
            ))}
          </ol>
        )}
        <KeyPager
          first={before ? path(links.sent(query)) : undefined}
          next={next ? path(links.sent({ ...query, before: String(next) })) : undefined}
        />
      </Page>
    );
  });
}
