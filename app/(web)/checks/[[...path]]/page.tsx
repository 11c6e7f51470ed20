import { useTexts } from "#texts";
import { Cell } from "@/app/ui/cell";
import { checkWords } from "@/app/ui/check-words";
import { crumbsBelow, projectsCrumb } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { Count } from "@/app/ui/numbers";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { editorPath, path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { NotFound } from "@/lib/domain/errors";
import {
  type CheckCount,
  type CheckPlace,
  type CheckScope,
  countChecks,
  placesOfCheck,
} from "@/lib/domain/statistics/check-counts";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { translationAddress } from "@/lib/domain/translations/translations";
import { describeCheck } from "@/lib/text/checks/describe";
import { CHECK_IDS } from "@/lib/text/checks/ids";
import { urls } from "@/lib/urls";

export const generateMetadata = titledPlace("common.failingChecks", 1);

const SIZE = 100;

const SEVERITIES = { error: "checks.error", warning: "checks.warning", info: "checks.info" } as const;

/** What stands for all checks in an address. */
const ALL = "-";

function scopeOf(place: PathObject | undefined): CheckScope {
  if (!place) return {};
  if (place.kind === "project") return { projectId: place.project.id };
  if (place.kind === "project-language") return { projectId: place.project.id, languageId: place.language.id };
  if (place.kind === "component") return { componentId: place.component.id };
  if (place.kind === "translation") return { translationId: place.translation.id };
  return leadTo(place);
}

function CheckRow({ count, href, dismissedHref }: { count: CheckCount; href: string; dismissedHref: string }) {
  const t = useTexts();
  const { name, about } = checkWords(t, count.check);
  const severity = describeCheck(count.check)?.severity;
  return (
    <tr>
      <Cell head>
        <a href={href} className="link font-medium">
          {name}
        </a>
        <span className="mt-0.5 block text-meta text-ink-2 max-sm:hidden">{about}</span>
      </Cell>
      <Cell wide>{severity ? t(SEVERITIES[severity]) : null}</Cell>
      <Cell numeric>
        <Count value={count.strings} />
      </Cell>
      <Cell numeric>
        {count.dismissed > 0 ? (
          <a href={dismissedHref} className="link">
            <Count value={count.dismissed} />
          </a>
        ) : (
          "0"
        )}
      </Cell>
    </tr>
  );
}

function PlaceRow({ place, check, whole }: { place: CheckPlace; check: string; whole: boolean }) {
  const names = languageNames(useTexts());
  const { strings, dismissed } = place;
  return (
    <tr>
      <Cell head>
        <a href={editorPath(place, `check:${check}`)} className="link font-medium">
          {names.of(place.languageName)}
        </a>
        <span className="mt-0.5 block text-meta text-ink-2">
          {whole ? `${place.projectName} / ` : ""}
          {place.componentName}
        </span>
      </Cell>
      <Cell numeric>
        <Count value={strings} />
      </Cell>
      <Cell numeric>
        {dismissed > 0 ? (
          <a href={editorPath(place, `dismissed_check:${check}`)} className="link">
            <Count value={dismissed} />
          </a>
        ) : (
          "0"
        )}
      </Cell>
    </tr>
  );
}

/** Failing checks by kind, then by place. */
export default async function ChecksPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ path?: string[] }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const [first = ALL, ...rest] = ((await params).path ?? []).map(decodeURIComponent);
    const check = first === ALL ? undefined : first;
    if (check !== undefined && !CHECK_IDS.includes(check)) throw new NotFound("There is no check of this name.");
    const place = rest.length > 0 ? await currentObject(rest) : undefined;
    const scope = scopeOf(place);
    const actor = await currentActor();
    const name = t("common.failingChecks");
    const crumbs = place ? crumbsBelow(t, place, name).slice(0, -1) : [projectsCrumb(t)];
    const here = (of: string) => path(urls.checks(of, rest));
    if (check === undefined) {
      const counts = await countChecks(actor, scope);
      const hrefOf = (id: string, query: string) =>
        place?.kind === "translation" ? editorPath(translationAddress(place.translation), `${query}:${id}`) : here(id);
      return (
        <Page title={name} crumbs={[...crumbs, { label: name }]} lead={t("checks.lead")}>
          {counts.length === 0 ? (
            <EmptyState title={t("checks.none")}>{t("checks.noneText")}</EmptyState>
          ) : (
            <Table
              label={name}
              columns={[
                { label: t("checks.check") },
                { label: t("checks.severity"), wide: true },
                { label: t("checks.strings"), numeric: true },
                { label: t("checks.dismissed"), numeric: true },
              ]}
            >
              {counts.map((count) => (
                <CheckRow
                  key={count.check}
                  count={count}
                  href={hrefOf(count.check, "check")}
                  dismissedHref={hrefOf(count.check, "dismissed_check")}
                />
              ))}
            </Table>
          )}
        </Page>
      );
    }
    const page = readPage((await searchParams).page);
    const { rows, count } = await placesOfCheck(actor, check, scope, { limit: SIZE, offset: (page - 1) * SIZE });
    const words = checkWords(t, check);
    return (
      <Page
        title={words.name}
        crumbs={[...crumbs, { label: name, href: here(ALL) }, { label: words.name }]}
        lead={words.about}
      >
        {rows.length === 0 ? (
          <EmptyState title={t("checks.noneOfThis")}>{t("checks.noneText")}</EmptyState>
        ) : (
          <Table
            label={words.name}
            columns={[
              { label: t("checks.place") },
              { label: t("checks.strings"), numeric: true },
              { label: t("checks.dismissed"), numeric: true },
            ]}
          >
            {rows.map((row) => (
              <PlaceRow
                key={`${row.projectSlug}/${row.categoryPath}/${row.componentSlug}/${row.languageCode}`}
                place={row}
                check={check}
                whole={!place}
              />
            ))}
          </Table>
        )}
        <Pager page={page} size={SIZE} total={count} />
      </Page>
    );
  });
}
