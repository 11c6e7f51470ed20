import { environment } from "@/lib/platform/environment";

/** Every address that Loquat prints or reads. All are absolute, made from the configured base, never from a request. */

/** A component as an address needs it; `categoryPath` holds the slugs of its categories, outermost first, joined by "/". */
export interface ComponentPlace {
  projectSlug: string;
  categoryPath?: string | null;
  componentSlug: string;
}

export interface TranslationPlace extends ComponentPlace {
  languageCode: string;
}

/** An absolute address from a path that begins with "/". */
export function absolute(path: string): string {
  return environment().baseUrl + path;
}

const part = encodeURIComponent;

/** Web path segments: category slugs are plain segments. */
function webPath(place: ComponentPlace): string {
  const category = place.categoryPath ? `${place.categoryPath.split("/").map(part).join("/")}/` : "";
  return `${part(place.projectSlug)}/${category}${part(place.componentSlug)}`;
}

/** API path segments: categories and component are one segment, its slashes encoded twice. */
function apiPath(place: ComponentPlace): string {
  const category = place.categoryPath ? `${place.categoryPath.replaceAll("/", "%252F")}%252F` : "";
  return `${part(place.projectSlug)}/${category}${part(place.componentSlug)}`;
}

/** Undoes the encoding of a component segment, whether the framework has decoded it once or not at all. */
export function readComponentPath(segment: string): { categoryPath: string; componentSlug: string } | undefined {
  let text = segment;
  for (let round = 0; round < 2 && text.includes("%"); round++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  const parts = text.split("/");
  if (parts.some((slug) => slug === "")) return undefined;
  return { categoryPath: parts.slice(0, -1).join("/"), componentSlug: parts.at(-1) ?? "" };
}

export const urls = {
  home: () => absolute("/"),
  api: () => absolute("/api/"),
  collection: (name: string) => absolute(`/api/${name}/`),
  setup: (code: string) => absolute(`/setup/?code=${part(code)}`),
  signIn: () => absolute("/accounts/login/"),
  user: (username: string) => ({
    api: absolute(`/api/users/${part(username)}/`),
    web: absolute(`/user/${part(username)}/`),
    statistics: absolute(`/api/users/${part(username)}/statistics/`),
    notifications: absolute(`/api/users/${part(username)}/notifications/`),
    contributions: absolute(`/api/users/${part(username)}/contributions/`),
  }),
  group: (id: number) => absolute(`/api/groups/${id}/`),
  role: (id: number) => absolute(`/api/roles/${id}/`),
  language: (code: string) => ({
    api: absolute(`/api/languages/${part(code)}/`),
    web: absolute(`/languages/${part(code)}/`),
    statistics: absolute(`/api/languages/${part(code)}/statistics/`),
  }),
  project: (slug: string) => {
    const api = `/api/projects/${part(slug)}/`;
    return {
      api: absolute(api),
      web: absolute(`/projects/${part(slug)}/`),
      components: absolute(`${api}components/`),
      repository: absolute(`${api}repository/`),
      changes: absolute(`${api}changes/`),
      statistics: absolute(`${api}statistics/`),
      categories: absolute(`${api}categories/`),
      languages: absolute(`${api}languages/`),
      labels: absolute(`${api}labels/`),
      lock: absolute(`${api}lock/`),
      machinery: absolute(`${api}machinery_settings/`),
      announcements: absolute(`${api}announcements/`),
      language: (code: string) => ({
        web: absolute(`/projects/${part(slug)}/-/${part(code)}/`),
        translate: absolute(`/translate/${part(slug)}/-/${part(code)}/`),
      }),
      translate: absolute(`/translate/${part(slug)}/`),
      settings: absolute(`/settings/${part(slug)}/`),
      repositoryPage: absolute(`/repository/${part(slug)}/`),
      addons: absolute(`/addons/${part(slug)}/`),
    };
  },
  category: (id: number, place?: { projectSlug: string; categoryPath: string }) => ({
    api: absolute(`/api/categories/${id}/`),
    statistics: absolute(`/api/categories/${id}/statistics/`),
    announcements: absolute(`/api/categories/${id}/announcements/`),
    web: place ? absolute(`/projects/${part(place.projectSlug)}/${place.categoryPath}/`) : "",
    translate: place ? absolute(`/translate/${part(place.projectSlug)}/${place.categoryPath}/`) : "",
  }),
  component: (place: ComponentPlace) => {
    const api = `/api/components/${apiPath(place)}/`;
    const web = webPath(place);
    return {
      api: absolute(api),
      web: absolute(`/projects/${web}/`),
      repository: absolute(`${api}repository/`),
      translations: absolute(`${api}translations/`),
      lock: absolute(`${api}lock/`),
      changes: absolute(`${api}changes/`),
      statistics: absolute(`${api}statistics/`),
      links: absolute(`${api}links/`),
      announcements: absolute(`${api}announcements/`),
      file: absolute(`${api}file/`),
      settings: absolute(`/settings/${web}/`),
      repositoryPage: absolute(`/repository/${web}/`),
      newLanguage: absolute(`/new-lang/${web}/`),
      translate: absolute(`/translate/${web}/`),
      alerts: absolute(`/alerts/${web}/`),
      addons: absolute(`/addons/${web}/`),
    };
  },
  translation: (place: TranslationPlace) => {
    const language = part(place.languageCode);
    const api = `/api/translations/${apiPath(place)}/${language}/`;
    const web = `${webPath(place)}/${language}/`;
    return {
      api: absolute(api),
      web: absolute(`/projects/${web}`),
      translate: absolute(`/translate/${web}`),
      share: absolute(`/engage/${part(place.projectSlug)}/-/${language}/`),
      repository: absolute(`${api}repository/`),
      file: absolute(`${api}file/`),
      statistics: absolute(`${api}statistics/`),
      changes: absolute(`${api}changes/`),
      units: absolute(`${api}units/`),
      announcements: absolute(`${api}announcements/`),
    };
  },
  unit: (id: number) => absolute(`/api/units/${id}/`),
  suggestion: (id: number) => absolute(`/api/suggestions/${id}/`),
  unitPage: (place: TranslationPlace, checksum: string) =>
    absolute(`/translate/${webPath(place)}/${part(place.languageCode)}/?checksum=${checksum}`),
  change: (id: number) => ({ api: absolute(`/api/changes/${id}/`), web: absolute(`/changes/render/${id}/`) }),
  task: (id: string) => ({ api: absolute(`/api/tasks/${id}/`), web: absolute(`/tasks/${id}/`) }),
  screenshot: (id: number) => ({
    api: absolute(`/api/screenshots/${id}/`),
    file: absolute(`/api/screenshots/${id}/file/`),
  }),
  addon: (id: number) => absolute(`/api/addons/${id}/`),
  addonPage: (id: number) => absolute(`/addon/${id}/`),
  componentList: (slug: string) => absolute(`/api/component-lists/${part(slug)}/`),
};

/** The path part of an address of ours (absolute or a path), or undefined when it points elsewhere. */
export function ownPath(address: string): string | undefined {
  if (address.startsWith("/") && !address.startsWith("//")) return address;
  const base = environment().baseUrl;
  return address.startsWith(`${base}/`) ? address.slice(base.length) : undefined;
}
