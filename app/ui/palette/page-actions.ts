import type { TextKey } from "#texts";
import type { Actor } from "@/lib/domain/access/actor";
import { can, type PermissionScope } from "@/lib/domain/access/demand";
import type { Permission } from "@/lib/domain/access/permissions";
import { scopeOf } from "@/lib/domain/components/components";
import { mayAddLanguage } from "@/lib/domain/creation/add-language";
import { decodedPath, type PathObject, resolvePath } from "@/lib/domain/translations/resolve-path";
import { translationScope } from "@/lib/domain/translations/translations";
import { mayManage } from "@/lib/domain/units/manage-units";
import { urls } from "@/lib/urls";
import { OBJECT_PAGES } from "@/lib/urls/object-pages";
import { path } from "../paths";
import { COMPONENT_SETTINGS, PROJECT_SETTINGS } from "./settings-index";

/** What can be done about the object of a page. */

/** The object that the page at a path is about, with its slugs; undefined for other pages and for what is not there. */
export async function objectOf(
  actor: Actor,
  pathname: string,
): Promise<{ object: PathObject; slugs: string[] } | undefined> {
  const parts = pathname.split("?")[0]?.split("/").filter(Boolean) ?? [];
  const words = parts[0] === "changes" && parts[1] === "browse" ? 2 : 1;
  const known = parts[0] === "checks" || OBJECT_PAGES.has(parts.slice(0, words).join("/"));
  const rest = parts.slice(parts[0] === "checks" ? 2 : words);
  if (!known || rest.length === 0) return undefined;
  try {
    const slugs = decodedPath(rest);
    return { object: await resolvePath(actor, slugs), slugs };
  } catch {
    return undefined;
  }
}

export interface PageAction {
  label: TextKey;
  href: string;
}

function scopeOfObject(object: PathObject): PermissionScope {
  if (object.kind === "translation") return translationScope(object.translation);
  if (object.kind === "component") return scopeOf(object.component);
  if (object.kind === "project-language") return { project: object.project, languageId: object.language.id };
  return { project: object.project };
}

const KEEPING: readonly Permission[] = ["vcs.update", "vcs.commit", "vcs.push", "vcs.reset"];

/** The actions of a page about an object, as far as the actor may do them. */
export function actionsOf(
  actor: Actor,
  { object, slugs }: { object: PathObject; slugs: readonly string[] },
): PageAction[] {
  const scope = scopeOfObject(object);
  const may = (...rights: readonly Permission[]) => rights.some((right) => can(actor, right, scope));
  const { kind } = object;
  const project = object.project.slug;
  const list: PageAction[] = [];
  const offer = (on: boolean, label: TextKey, address: string) => {
    if (on) list.push({ label, href: path(address) });
  };
  const below = (word: string) => urls.below(word, slugs);
  // Settings, repository and add-ons of a language are those of its component.
  const holder = kind === "translation" ? slugs.slice(0, -1) : slugs;
  const component = "component" in object ? object.component : undefined;
  const whole = component !== undefined || kind === "project";
  const edits = component ? may("component.edit") : may("project.edit");
  offer(true, "paletteAnswer.action.translate", below("translate"));
  offer(kind !== "project", "paletteAnswer.action.browse", below("browse"));
  offer(kind !== "project", "paletteAnswer.action.zen", below("zen"));
  offer(true, "changes.history", urls.history(slugs));
  offer(
    kind === "component" && component !== undefined && mayAddLanguage(actor, component),
    "component.addLanguage",
    below("new-lang"),
  );
  offer(
    component !== undefined &&
      mayManage(actor, component, "add", kind === "translation" ? object.translation : undefined),
    "addString.title",
    urls.below("add-string", kind === "component" ? [...slugs, object.component.sourceLanguage.code] : slugs),
  );
  offer(kind === "translation" && may("upload.perform"), "paletteAnswer.action.upload", below("upload"));
  offer(
    kind !== "category" && kind !== "project-language" && may("translation.download"),
    "common.download",
    below("download"),
  );
  offer(may("unit.edit"), "common.replace", below("replace"));
  offer(may("unit.bulk_edit"), "common.bulkEdit", below("bulk-edit"));
  offer(
    component !== undefined && may("translation.auto"),
    "autoTranslate.automaticTranslation",
    below("auto-translate"),
  );
  offer(true, "clashes.name", below("clashes"));
  offer(!actor.isAnonymous, "lost.title", below("lost"));
  offer(component !== undefined && !actor.isAnonymous, "operations.undo", urls.below("operations", holder));
  offer(whole && may(...KEEPING), "common.repository", urls.below("repository", holder));
  offer(
    component !== undefined && may("component.lock"),
    component?.locked ? "paletteAnswer.action.unlock" : "paletteAnswer.action.lock",
    urls.below("repository", holder, "#lock"),
  );
  offer(whole, "common.alerts", urls.below("alerts", holder));
  offer(whole && edits, "common.addons", urls.below("addons", holder));
  offer(kind === "project" && may("project.permissions"), "paletteAnswer.action.access", urls.project(project).access);
  offer(true, "insights.link", urls.insights(slugs));
  offer((whole || kind === "category") && edits, "common.settings", urls.below("settings", holder));
  offer((whole || kind === "category") && edits, "settingsSaves.title", urls.below("settings-changes", holder));
  offer((kind === "project" || kind === "category") && edits, "category.new", urls.newCategory(slugs.join("/")));
  return list;
}

/** The settings of the object and of its project that the actor may change, each with its field. */
export function settingsOf(
  actor: Actor,
  { object, slugs }: { object: PathObject; slugs: readonly string[] },
): { label: TextKey; of: string; href: string }[] {
  const found: { label: TextKey; of: string; href: string }[] = [];
  if ("component" in object && can(actor, "component.edit", scopeOf(object.component))) {
    const holder = object.kind === "translation" ? slugs.slice(0, -1) : slugs;
    for (const [label, field] of COMPONENT_SETTINGS)
      found.push({ label, of: object.component.name, href: path(urls.below("settings", holder, `#${field}`)) });
  }
  if (can(actor, "project.edit", { project: object.project }))
    for (const [label, field] of PROJECT_SETTINGS)
      found.push({
        label,
        of: object.project.name,
        href: `${path(urls.project(object.project.slug).settings)}#${field}`,
      });
  return found;
}
