import { Feed } from "feed";
import { environment } from "@/lib/platform/environment";
import { describeCheck } from "@/lib/text/checks/describe";
import { checksumOf } from "@/lib/text/hash";
import { languageNamer } from "@/lib/text/languages/shown";
import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { sayAny, type Texts } from "@/lib/text/messages/translator";
import { urls } from "@/lib/urls";
import type { Actor } from "../access/actor";
import type { PermissionScope } from "../access/demand";
import { actionKey, actionName } from "../change-actions";
import { type ChangeFilter, type ChangeRow, recentChanges } from "../changes/list";
import { findLanguage } from "../languages/languages";
import { type PathObject, resolvePath } from "../translations/resolve-path";
import { translationAddress } from "../translations/translations";

/** RSS feeds of recent changes; the contract 8.2. */

const ITEMS = 10;
/** Moments are told in one zone: readers of feeds have no settings here. English ones are written as in Britain. */
function moment(t: Texts, at: Date): string {
  const language = t.language === "en" ? "en-GB" : t.language;
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at);
}
const DUBLIN_CORE = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';

export interface FeedAnswer {
  xml: string;
  /** Moment of the newest change, undefined without any. */
  lastModified: Date | undefined;
}

export interface Scope {
  /** What it is about: nothing for the installation, names of objects, and the language by the name that it is stored with. */
  about: { place?: string; language?: string };
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
 * @param t the words of its language
 * @throws NotFound
 */
export async function changesFeed(
  actor: Actor,
  path: readonly string[],
  filter: Narrowing = {},
  asked = "",
  t: Texts = builtinEnglish(),
): Promise<FeedAnswer> {
  const scope = await scopeOf(actor, path);
  const title = scopeTitle(t, scope);
  const changes = await recentChanges(actor, { ...filter, ...scope.filter }, ITEMS);
  const self = `${environment().baseUrl}/exports/rss/${path.map((part) => `${encodeURIComponent(part)}/`).join("")}${asked}`;
  const newest = changes[0]?.at;
  const feed = new Feed({
    id: self,
    title,
    link: scope.link,
    description: t("feeds.about", { title }),
    language: t.language,
    updated: newest ?? new Date(0),
    generator: "Loquat",
    copyright: "",
    feedLinks: { rss: self },
  });
  for (const change of changes) feed.addItem(itemOf(t, change));
  // The package declares this namespace only for bodies it writes itself.
  const xml = feed.rss2().replace("<rss ", `<rss ${DUBLIN_CORE} `);
  return { xml, lastModified: newest };
}

/**
 * What a path stands for: nothing for the site, `language/{l}`, `-/-/{l}`, or the path of an object.
 * @throws NotFound
 */
export async function scopeOf(actor: Actor, path: readonly string[]): Promise<Scope> {
  if (path.length === 0) return { about: {}, link: urls.home(), filter: {} };
  const language =
    path[0] === "language" && path.length === 2
      ? path[1]
      : path[0] === "-" && path[1] === "-" && path.length === 3
        ? path[2]
        : undefined;
  if (language !== undefined) {
    const found = await findLanguage(language);
    return {
      about: { language: found.name },
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
        about: { place: project },
        link: urls.project(place.project.slug).web,
        filter: { projectId: place.project.id },
      };
    case "project-language":
      return {
        about: { place: project, language: place.language.name },
        link: urls.project(place.project.slug).language(place.language.code).web,
        filter: { projectId: place.project.id, languageId: place.language.id },
      };
    case "component":
      return {
        about: { place: `${project}/${place.component.name}` },
        link: urls.component({
          projectSlug: place.project.slug,
          categoryPath: place.component.categoryPath,
          componentSlug: place.component.slug,
        }).web,
        filter: { componentId: place.component.id },
      };
    case "translation":
      return {
        about: { place: `${project}/${place.component.name}`, language: place.translation.language.name },
        link: urls.translation(translationAddress(place.translation)).web,
        filter: { translationId: place.translation.id },
      };
    case "category":
      return {
        about: { place: `${project}/${place.category.name}` },
        link: urls.category(place.category.id, {
          projectSlug: place.project.slug,
          categoryPath: place.category.path,
        }).web,
        filter: { projectId: place.project.id, categoryId: place.category.id },
      };
  }
}

/** Whose changes they are, as a title. */
function scopeTitle(t: Texts, { about }: Scope): string {
  const language = about.language && languageNamer(t)(about.language);
  return t("feeds.title", { place: scopeName({ place: about.place, language }) });
}

/** What a path is about, in names. */
export const scopeName = ({ place, language }: Scope["about"]): string =>
  [place, language].filter(Boolean).join(", ") || "Loquat";

/** What an action is called; English has the names that clients know. */
export function actionWords(t: Texts, { action, details }: Pick<ChangeRow, "action" | "details">): string {
  const name = actionKey(action, details);
  const key = [`acts.${name}`, `did.${name}`].find((one) => t.has(one as Parameters<Texts["has"]>[0]));
  if (t.language === "en" || !key) return actionName(action);
  const check = typeof details.check === "string" ? (describeCheck(details.check)?.name ?? details.check) : "";
  return sayAny(t)(key, { check });
}

function itemOf(t: Texts, change: ChangeRow): Parameters<Feed["addItem"]>[0] {
  const who = change.pseudonym ?? (change.userName || change.username);
  const action = actionWords(t, change);
  const where = [change.projectName, change.componentName, change.languageName && languageNamer(t)(change.languageName)]
    .filter(Boolean)
    .join("/");
  return {
    title: action,
    link: placeOfChange(change),
    guid: urls.change(change.id).web,
    date: change.at,
    description: sentenceOf(t, { action, where, who: who ?? "", when: moment(t, change.at) }),
    extensions: [{ name: "dc:creator", objects: (who || "None") as unknown as Record<string, unknown> }],
  };
}

function sentenceOf(t: Texts, { where, who, ...said }: { action: string; where: string; who: string; when: string }) {
  if (where && who) return t("feeds.item", { ...said, where, who });
  if (where) return t("feeds.itemPlace", { ...said, where });
  return who ? t("feeds.itemPerson", { ...said, who }) : t("feeds.itemAlone", said);
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
