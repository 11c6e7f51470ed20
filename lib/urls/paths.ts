import { environment } from "@/lib/platform/environment";

/** What addresses are made of, and read by. */

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

/** A segment of a path. */
export const part = encodeURIComponent;

/** Parameters behind an address, without those that have no value; nothing for none. */
export function query(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => (value ? [`${name}=${part(value)}`] : []));
  return given.length === 0 ? "" : `?${given.join("&")}`;
}

/** Web path segments: category slugs are plain segments. */
export function webPath(place: ComponentPlace): string {
  const category = place.categoryPath ? `${place.categoryPath.split("/").map(part).join("/")}/` : "";
  return `${part(place.projectSlug)}/${category}${part(place.componentSlug)}`;
}

/** API path segments: categories and component are one segment, its slashes encoded twice. */
export function apiPath(place: ComponentPlace): string {
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

/** The path part of an address of ours (absolute or a path), or undefined when it points elsewhere. */
export function ownPath(address: string): string | undefined {
  if (address.startsWith("/") && !address.startsWith("//")) return address;
  const base = environment().baseUrl;
  return address.startsWith(`${base}/`) ? address.slice(base.length) : undefined;
}
