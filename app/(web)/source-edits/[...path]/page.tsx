import { ActionForm } from "@/app/ui/action-form";
import { componentCrumbs } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { addressOf } from "@/lib/domain/components/components";
import { listSourceEdits } from "@/lib/domain/source-edits/list";
import { urls } from "@/lib/urls";
import { decide } from "./actions";
import { EditCard } from "./edit-card";

export const generateMetadata = titledPlace("sourceEdits.name");

const SIZE = 20;

/** Source strings of a component that were edited, with the translations that wait since. */
export default async function SourceEditsPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const words = (await params).path;
    const place = await currentObject(words);
    if (place.kind !== "component") return leadTo(place);
    const { component } = place;
    const below = readId(one((await searchParams).below));
    const actor = await currentActor();
    const { rows, more } = await listSourceEdits(component, { below, limit: SIZE });
    const home = urls.component(addressOf(component));
    return (
      <Page
        title={t("sourceEdits.title", { component: component.name })}
        crumbs={[...componentCrumbs(t, component), { label: t("sourceEdits.name") }]}
        lead={t("sourceEdits.lead")}
        actions={<LinkButton href={path(home.operationsPage)}>{t("sourceEdits.undo")}</LinkButton>}
      >
        <ActionForm action={decide.bind(null, words)} label={t("sourceEdits.list")}>
          {rows.length === 0 ? (
            <EmptyState title={t("sourceEdits.none")}>{t("sourceEdits.noneText")}</EmptyState>
          ) : (
            <ul className="grid gap-3">
              {rows.map((edit) => (
                <EditCard
                  key={`${edit.sourceId} ${edit.before.join(" ")}`}
                  edit={edit}
                  component={component}
                  decidable={!actor.isAnonymous}
                />
              ))}
            </ul>
          )}
          {rows.length === 0 ? null : actor.isAnonymous ? (
            <p className="mt-3 text-ink-2">{t("sourceEdits.signIn")}</p>
          ) : (
            <div className="sticky bottom-0 mt-3 flex flex-wrap gap-3 border-t border-line bg-bg py-3">
              <Submit name="decision" value="keep" kind="secondary">
                {t("sourceEdits.keepSelected")}
              </Submit>
              <Submit name="decision" value="follow" kind="secondary">
                {t("sourceEdits.followSelected")}
              </Submit>
            </div>
          )}
        </ActionForm>
        {below === undefined && !more ? null : (
          <nav aria-label={t("paging.pages")} className="mt-4 flex items-center justify-between gap-3">
            {below === undefined ? <span /> : <LinkButton href="?">{t("sourceEdits.first")}</LinkButton>}
            {more ? <LinkButton href={`?below=${rows.at(-1)?.sourceId}`}>{t("sourceEdits.more")}</LinkButton> : null}
          </nav>
        )}
      </Page>
    );
  });
}

/** The id that a page begins behind; undefined for the first page and for anything odd. */
const readId = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
