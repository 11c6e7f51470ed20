import { guarded } from "@/app/ui/guard";
import { one, type PageInput } from "@/app/ui/page-input";
import { titled } from "@/app/ui/page-texts";
import { EVERY_PROJECT } from "@/lib/domain/addons/addons";
import { AddonsOf } from "../../addons/[...path]/addons-of";

export const generateMetadata = titled("addons.everywhereTitle");

/** Add-ons of the whole installation. */
export default async function SiteAddonsPage({ searchParams }: PageInput) {
  return guarded(async () => AddonsOf({ place: EVERY_PROJECT, wanted: one((await searchParams).install) }));
}
