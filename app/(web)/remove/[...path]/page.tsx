import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import {
  planCategoryRemoval,
  planComponentRemoval,
  planLanguageRemoval,
  planProjectRemoval,
} from "@/lib/domain/creation/plan-removal";
import { nameToType, type Removable } from "./removable";
import { RemovalForm } from "./removal-form";
import { WhatGoes } from "./what-goes";

export const generateMetadata = titledPlace("removal.crumb");

/** What goes with a project, category, component or language, before it is removed. */
export default async function RemovePage({ params }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind === "project-language") return leadTo(place);
    const plan = await planOf(place);
    const { name, typed } = nameToType(t, place);
    return (
      <Page
        title={t("removal.title", { name })}
        crumbs={crumbsBelow(t, place, t("removal.crumb"))}
        lead={t(`removal.lead.${place.kind}`)}
        narrow
      >
        <WhatGoes place={place} plan={plan} />
        <RemovalForm place={place} name={name} typed={typed} />
      </Page>
    );
  });
}

async function planOf(place: Removable) {
  const actor = await currentActor();
  if (place.kind === "project") return planProjectRemoval(actor, place.project.slug);
  if (place.kind === "category") return planCategoryRemoval(actor, place.category.id);
  if (place.kind === "component") return planComponentRemoval(actor, place.component);
  return planLanguageRemoval(actor, place.translation);
}
