import { ClientTexts } from "@/app/ui/client-messages";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FilterForm } from "@/app/ui/filter-form";
import { found } from "@/app/ui/found";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { TableTools } from "@/app/ui/table-tools";
import { can } from "@/lib/domain/access/demand";
import { scopeOf } from "@/lib/domain/components/components";
import { GALLERY_ORDERS, shotLanguages } from "@/lib/domain/screenshots/gallery";
import { searchGallery } from "@/lib/domain/search/find-screenshots";
import { decodedPath, type PathObject } from "@/lib/domain/translations/resolve-path";
import { translationScope } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";
import { query } from "@/lib/urls/paths";
import { Gallery } from "./gallery";
import { UploadForm } from "./upload-form";

export const generateMetadata = titledPlace("shots.title");

/** Screenshots on a page. */
const SIZE = 24;

/** Screenshots of a place: found by name, and uploaded where there is one component. */
export default async function ScreenshotsPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const slugs = decodedPath((await params).path);
    const place = await currentObject((await params).path);
    const asked = await searchParams;
    const words = one(asked.q);
    const loose = one(asked.loose) !== "";
    const order = GALLERY_ORDERS.find((name) => name === one(asked.order)) ?? GALLERY_ORDERS[0];
    const after = one(asked.after) || undefined;
    const actor = await currentActor();
    const { rows, next, error } = await found(t, searchGallery(actor, place, { q: words, loose, order, after }, SIZE));
    const here = path(urls.screenshots(slugs));
    const ordered = order === GALLERY_ORDERS[0] ? undefined : order;
    const pageAt = (cursor?: string) =>
      here + query({ q: words, loose: loose ? "1" : undefined, order: ordered, after: cursor });
    const filtered = words !== "" || loose;
    const uploads = await uploadsTo(place);
    return (
      <Page title={t("shots.title")} lead={t("shots.lead")} crumbs={crumbsBelow(t, place, t("shots.title"))}>
        {rows.length > 0 || filtered || after !== undefined ? (
          <FilterForm label={t("shots.filter")}>
            <Field
              className="min-w-48 grow sm:max-w-[320px]"
              label={t("shots.filterName")}
              name="q"
              type="search"
              defaultValue={words}
              error={error}
              hint={t("shots.filterHint")}
            />
            <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="loose"
                value="1"
                defaultChecked={loose}
                className="size-5 shrink-0 accent-primary"
              />
              {t("shots.loose")}
            </label>
            <Select
              label={t("shots.order.label")}
              name="order"
              defaultValue={order}
              choices={GALLERY_ORDERS.map((value) => ({ value, label: t(`shots.order.${value}`) }))}
            />
          </FilterForm>
        ) : null}
        {error ? null : rows.length > 0 ? (
          <>
            <TableTools
              csv={path(
                urls.table("screenshots", slugs, {
                  q: words || undefined,
                  kind: loose ? "loose" : undefined,
                  order: ordered,
                }),
              )}
            />
            <Gallery rows={rows} place={place} />
          </>
        ) : (
          <EmptyState
            title={t(filtered ? "shots.galleryNoneFound" : "shots.galleryNone")}
            action={filtered ? <LinkButton href={here}>{t("shots.showAll")}</LinkButton> : undefined}
          >
            {t(filtered ? "shots.galleryNoneFoundText" : "shots.galleryNoneText")}
          </EmptyState>
        )}
        <KeyPager
          first={after === undefined ? undefined : pageAt()}
          next={next === undefined ? undefined : pageAt(next)}
        />
        {uploads ? (
          <ClientTexts part="shots">
            <UploadForm slugs={slugs} {...uploads} />
          </ClientTexts>
        ) : place.kind === "component" || place.kind === "translation" || actor.isAnonymous ? null : (
          <p className="mt-6 text-ink-2">{t("shots.uploadElsewhere")}</p>
        )}
      </Page>
    );
  });
}

/** Languages that one may upload for, the likeliest first; nothing where nobody may. */
async function uploadsTo(
  place: PathObject,
): Promise<{ languages: { id: number; name: string; code: string }[]; chosen: number | undefined } | undefined> {
  const actor = await currentActor();
  if (place.kind !== "component" && place.kind !== "translation") return undefined;
  const scope = place.kind === "component" ? scopeOf(place.component) : translationScope(place.translation);
  if (!can(actor, "screenshot.add", scope)) return undefined;
  const languages = await shotLanguages(place.component.id);
  if (languages.length === 0) return undefined;
  return { languages, chosen: place.kind === "translation" ? place.translation.id : languages[0]?.id };
}
