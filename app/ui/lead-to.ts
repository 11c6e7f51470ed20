import { redirect } from "next/navigation";
import type { PathObject } from "@/lib/domain/translations/resolve-path";
import { placePage } from "./crumbs";
import { path } from "./paths";

/** Leads from a page that such a place does not have to the page of the place: it is there, so nobody is told that it is not. */
export function leadTo(place: PathObject): never {
  redirect(path(placePage(place)));
}
