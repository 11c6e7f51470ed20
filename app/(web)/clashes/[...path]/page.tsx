import { ActionForm } from "@/app/ui/action-form";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts, type Texts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { placeTitle, titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Tabs } from "@/app/ui/tabs";
import { can } from "@/lib/domain/access/demand";
import { pathOf } from "@/lib/domain/bulk/plan";
import { listClashes } from "@/lib/domain/clashes/list";
import { scopeOf } from "@/lib/domain/components/components";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { decide } from "./actions";
import { ClashCard } from "./clash-card";

export const generateMetadata = titledPlace("clashes.name");

const SIZE = 50;

/** What the heading calls a place: its name; a language with what it is a language of. */
function headOf(t: Texts, place: PathObject): string {
  switch (place.kind) {
    case "project":
      return place.project.name;
    case "category":
      return place.category.name;
    case "component":
      return place.component.name;
    default:
      return placeTitle(t, place);
  }
}

/** Strings of a place that were changed here and upstream. */
export default async function ClashesPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const parameters = await searchParams;
    const status = one(parameters.status) === "decided" ? "decided" : "open";
    const before = readBefore(one(parameters.before));
    const actor = await currentActor();
    const found = await listClashes(actor, { place }, { status }, { limit: SIZE + 1, offset: 0 }, before);
    const rows = found.rows.slice(0, SIZE);
    const older = found.rows.length > SIZE ? rows.at(-1)?.id : undefined;
    const slugs = pathOf(place);
    const here = path(urls.below("clashes", slugs.split("/")));
    const rules = place.kind === "component" && can(actor, "component.edit", scopeOf(place.component));
    const several = place.kind !== "component" && place.kind !== "translation";
    return (
      <Page
        title={t("clashes.title", { place: headOf(t, place) })}
        crumbs={crumbsBelow(t, place, t("clashes.name"))}
        lead={t("clashes.lead")}
      >
        <Tabs
          label={t("clashes.name")}
          tabs={[
            { label: t("clashes.open"), href: here, current: status === "open" },
            { label: t("clashes.decided"), href: `${here}?status=decided`, current: status === "decided" },
          ]}
        />
        <ActionForm action={decide.bind(null, slugs)} label={t("clashes.list")}>
          {rows.length === 0 ? (
            <EmptyState
              title={t(status === "open" ? "clashes.none" : "clashes.noneDecided")}
              action={
                rules ? (
                  <LinkButton href={path(urls.below("settings", slugs.split("/")))}>{t("clashes.rule")}</LinkButton>
                ) : undefined
              }
            >
              {t("clashes.noneText")}
            </EmptyState>
          ) : (
            <ul className="grid gap-3">
              {rows.map((row) => (
                <ClashCard key={row.id} row={row} several={several} decidable={!actor.isAnonymous} />
              ))}
            </ul>
          )}
          {rows.some((row) => row.decidable) && !actor.isAnonymous ? (
            <div className="sticky bottom-0 mt-3 flex flex-wrap gap-3 border-t border-line bg-bg py-3">
              <Submit name="decision" value="ours" kind="secondary">
                {t("clashes.keepSelectedHere")}
              </Submit>
              <Submit name="decision" value="theirs" kind="secondary">
                {t("clashes.keepSelectedUpstream")}
              </Submit>
            </div>
          ) : null}
        </ActionForm>
        <Older before={before} older={older} status={status} />
      </Page>
    );
  });
}

/** The id that a page begins behind; undefined for the first page and for anything odd. */
const readBefore = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;

/** Steps through clashes by their ids: what is decided meanwhile shifts nothing. */
async function Older({
  before,
  older,
  status,
}: {
  before: number | undefined;
  older: number | undefined;
  status: "open" | "decided";
}) {
  if (before === undefined && older === undefined) return null;
  const t = await getTexts();
  const query = status === "decided" ? "status=decided" : "";
  return (
    <nav aria-label={t("paging.pages")} className="mt-4 flex items-center justify-between gap-3">
      {before === undefined ? <span /> : <LinkButton href={`?${query}`}>{t("clashes.newest")}</LinkButton>}
      {older === undefined ? null : (
        <LinkButton href={`?${[query, `before=${older}`].filter(Boolean).join("&")}`}>{t("clashes.older")}</LinkButton>
      )}
    </nav>
  );
}
