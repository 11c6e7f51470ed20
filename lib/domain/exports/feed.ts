import { Feed } from "feed";
import { environment } from "@/lib/platform/environment";
import { checksumOf } from "@/lib/text/hash";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import type { PermissionScope } from "../access/demand";
import { actionName } from "../change-actions";
import { type ChangeFilter, type ChangeRow, recentChanges } from "../changes/list";
import { findLanguage } from "../languages/languages";
import { type PathObject, resolvePath } from "../translations/resolve-path";
import { translationAddress } from "../translations/translations";

/** RSS feeds of recent changes; the contract 8.2. */

const ITEMS = 10;
/** Moments are told in one language and one zone: readers of feeds have no settings here. */
const WHEN = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
const DUBLIN_CORE = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';

export interface FeedAnswer {
  xml: string;
  /** Moment of the newest change, undefined without any. */
  lastModified: Date | undefined;
}

export interface Scope {
  title: string;
  link: string;
  filter: ChangeFilter;
  /** Where rights are asked for; undefined for what is wider than a project. */
  permissionScope?: PermissionScope;
}

/** What narrows the history of a path. */
export type Narrowing = Pick<ChangeFilter, "username" | "actions" | "after" | "before">;

/**
 * The feed of a path below `/exports/rss/`.
 * @param asked the query of its address, as it came
 * @throws NotFound
 */
export async function changesFeed(
  actor: Actor,
  path: readonly string[],
  filter: Narrowing = {},
  asked = "",
): Promise<FeedAnswer> {
  const scope = await scopeOf(actor, path);
  const changes = await recentChanges(actor, { ...filter, ...scope.filter }, ITEMS);
  const self = `${environment().baseUrl}/exports/rss/${path.map((part) => `${encodeURIComponent(part)}/`).join("")}${asked}`;
  const newest = changes[0]?.at;
  const feed = new Feed({
    id: self,
    title: scope.title,
    link: scope.link,
    description: `The newest changes: ${scope.title}`,
    language: "en",
    updated: newest ?? new Date(0),
    generator: "Loquat",
    copyright: "",
    feedLinks: { rss: self },
  });
  for (const change of changes) feed.addItem(itemOf(change));
  // The package declares this namespace only for bodies it writes itself.
  const xml = feed.rss2().replace("<rss ", `<rss ${DUBLIN_CORE} `);
  return { xml, lastModified: newest };
}

/**
 * What a path stands for: nothing for the site, `language/{l}`, `-/-/{l}`, or the path of an object.
 * @throws NotFound
 */
export async function scopeOf(actor: Actor, path: readonly string[]): Promise<Scope> {
  if (path.length === 0) return { title: "Recent changes in Loquat", link: urls.home(), filter: {} };
  const language =
    path[0] === "language" && path.length === 2
      ? path[1]
      : path[0] === "-" && path[1] === "-" && path.length === 3
        ? path[2]
        : undefined;
  if (language !== undefined) {
    const found = await findLanguage(language);
    return {
      title: `Recent changes in ${found.name}`,
      link: urls.language(found.code).web,
      filter: { languageId: found.id },
    };
  }
  const place = await resolvePath(actor, path);
  return {
    ...scopeOfObject(place),
    permissionScope: {
      project: place.project,
      component: "component" in place ? place.component : undefined,
      languageId: place.kind === "translation" ? place.translation.languageId : undefined,
    },
  };
}

function scopeOfObject(place: PathObject): Scope {
  const project = place.project.name;
  switch (place.kind) {
    case "project":
      return {
        title: `Recent changes in ${project}`,
        link: urls.project(place.project.slug).web,
        filter: { projectId: place.project.id },
      };
    case "project-language":
      return {
        title: `Recent changes in ${project}, ${place.language.name}`,
        link: urls.project(place.project.slug).language(place.language.code).web,
        filter: { projectId: place.project.id, languageId: place.language.id },
      };
    case "component":
      return {
        title: `Recent changes in ${project}/${place.component.name}`,
        link: urls.component({
          projectSlug: place.project.slug,
          categoryPath: place.component.categoryPath,
          componentSlug: place.component.slug,
        }).web,
        filter: { componentId: place.component.id },
      };
    case "translation":
      return {
        title: `Recent changes in ${project}/${place.component.name}, ${place.translation.language.name}`,
        link: urls.translation(translationAddress(place.translation)).web,
        filter: { translationId: place.translation.id },
      };
    case "category":
      return {
        title: `Recent changes in ${project}/${place.category.name}`,
        link: urls.category(place.category.id, {
          projectSlug: place.project.slug,
          categoryPath: place.category.path,
        }).web,
        filter: { projectId: place.project.id, categoryId: place.category.id },
      };
  }
}

function itemOf(change: ChangeRow): Parameters<Feed["addItem"]>[0] {
  const who = change.pseudonym ?? (change.userName || change.username);
  const action = actionName(change.action);
  const where = [change.projectName, change.componentName, change.languageName].filter(Boolean).join("/");
  return {
    title: action,
    link: placeOfChange(change),
    guid: urls.change(change.id).web,
    date: change.at,
    description: `${action}${where ? ` in ${where}` : ""}${who ? ` by ${who}` : ""} on ${WHEN.format(change.at)} UTC.`,
    extensions: [{ name: "dc:creator", objects: (who || "None") as unknown as Record<string, unknown> }],
  };
}

/** The most particular page a change concerns. */
export function placeOfChange(change: ChangeRow): string {
  if (!change.projectSlug) return urls.home();
  if (!change.componentSlug) return urls.project(change.projectSlug).web;
  const place = {
    projectSlug: change.projectSlug,
    categoryPath: change.categoryPath,
    componentSlug: change.componentSlug,
  };
  if (!change.translationId || !change.languageCode) return urls.component(place).web;
  const translation = { ...place, languageCode: change.languageCode };
  return change.unitIdHash
    ? urls.unitPage(translation, checksumOf(BigInt(change.unitIdHash)))
    : urls.translation(translation).web;
}
