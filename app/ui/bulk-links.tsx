import { Replace, SquareCheck } from "lucide-react";
import type { Actor } from "@/lib/domain/access/actor";
import { mayBegin } from "@/lib/domain/bulk/place";
import { pathOf } from "@/lib/domain/bulk/plan";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { LinkButton } from "./link-button";
import { getTexts } from "./page-texts";
import { path } from "./paths";

/** Ways from a place to changing many of its strings, for those who may. */
export async function BulkLinks({ actor, place }: { actor: Actor; place: PathObject }) {
  const t = await getTexts();
  const slugs = pathOf(place).split("/");
  return (
    <>
      {mayBegin(actor, place, ["unit.edit"]) ? (
        <LinkButton href={path(urls.below("replace", slugs))}>
          <Replace aria-hidden size={16} /> {t("common.replace")}
        </LinkButton>
      ) : null}
      {mayBegin(actor, place, ["unit.bulk_edit"]) ? (
        <LinkButton href={path(urls.below("bulk-edit", slugs))}>
          <SquareCheck aria-hidden size={16} /> {t("common.bulkEdit")}
        </LinkButton>
      ) : null}
    </>
  );
}
