import { ChevronDown } from "lucide-react";
import type { Actor } from "@/lib/domain/access/actor";
import { mayBegin } from "@/lib/domain/bulk/place";
import { pathOf } from "@/lib/domain/bulk/plan";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { Menu } from "./menu";
import { MenuLink } from "./menu-link";
import { getTexts } from "./page-texts";
import { path } from "./paths";

/** Ways from a place to many of its strings at once, for those who may. */
export async function BulkLinks({ actor, place }: { actor: Actor; place: PathObject }) {
  if (actor.isAnonymous) return null;
  const t = await getTexts();
  const slugs = pathOf(place).split("/");
  return (
    <Menu
      label={
        <>
          {t("common.manyStrings")} <ChevronDown aria-hidden size={16} />
        </>
      }
    >
      {mayBegin(actor, place, ["unit.edit"]) ? (
        <MenuLink href={path(urls.below("replace", slugs))}>{t("common.replace")}</MenuLink>
      ) : null}
      {mayBegin(actor, place, ["unit.bulk_edit"]) ? (
        <MenuLink href={path(urls.below("bulk-edit", slugs))}>{t("common.bulkEdit")}</MenuLink>
      ) : null}
      {place.kind === "component" && mayBegin(actor, place, ["translation.auto"]) ? (
        <MenuLink href={path(urls.below("auto-translate", slugs))}>{t("autoTranslate.automaticTranslation")}</MenuLink>
      ) : null}
      <MenuLink href={path(urls.below("clashes", slugs))}>{t("clashes.name")}</MenuLink>
      <MenuLink href={path(urls.below("lost", slugs))}>{t("lost.title")}</MenuLink>
    </Menu>
  );
}
