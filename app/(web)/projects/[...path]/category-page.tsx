import { Plus, Settings } from "lucide-react";
import { BulkLinks } from "@/app/ui/bulk-links";
import { placeCrumbs } from "@/app/ui/crumbs";
import type { ObjectOf } from "@/app/ui/current-object";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { WorkSummary } from "@/app/ui/work-summary";
import { can } from "@/lib/domain/access/demand";
import { visibleCounter } from "@/lib/domain/statistics/visible";
import { urls } from "@/lib/urls";
import { ProjectComponents } from "./project-components";
import type { TableParameters } from "./table-parameters";

/** A category: its totals and what is in it. */
export async function CategoryPage({ place, table }: { place: ObjectOf<"category">; table: TableParameters }) {
  const t = await getTexts();
  const actor = await currentActor();
  const mayEdit = can(actor, "project.edit", { project: place.project });
  const slugs = [place.project.slug, ...place.category.path.split("/")];
  return (
    <Page
      title={place.category.name}
      lead={t("category.lead", { project: place.project.name })}
      crumbs={placeCrumbs(t, place)}
      actions={
        <>
          {mayEdit ? (
            <LinkButton kind="primary" href={path(urls.newComponent(undefined, slugs.join("/")))}>
              <Plus aria-hidden size={16} /> {t("project.addComponents")}
            </LinkButton>
          ) : null}
          {mayEdit ? (
            <LinkButton href={path(urls.below("component-defaults", slugs))}>{t("defaults.title")}</LinkButton>
          ) : null}
          <BulkLinks actor={actor} place={place} />
          {mayEdit ? (
            <LinkButton href={path(urls.below("settings", slugs))}>
              <Settings aria-hidden size={16} /> {t("common.settings")}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <WorkSummary numbers={await visibleCounter(actor, "category", place.category.id)} />
      <ProjectComponents project={place.project} category={place.category} mayAdd={mayEdit} parameters={table} />
    </Page>
  );
}
