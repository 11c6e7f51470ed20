import { components, counters, languages, projects } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asMoment, asText, orNull } from "@/lib/platform/expressions";
import { urls } from "@/lib/urls";
import { absolute } from "@/lib/urls/paths";
import { anonymousActor } from "../access/actor";
import { visibleComponents, visibleProjects } from "../access/demand";

/** Addresses that search engines are told of: what a visitor may see and would look for. */

const [p, c, l, k] = [projects.as("p"), components.as("c"), languages.as("l"), counters.as("k")];

/** What one sitemap may list; see sitemaps.org. */
export const MOST_ADDRESSES = 50_000;

export interface PublicAddress {
  url: string;
  /** When a translation there was changed last. */
  lastChange: Date | undefined;
}

const changed = orNull(asMoment(k.lastChange));

/**
 * The public pages, the most general ones first: of projects with their invitations, of their languages, of components.
 * @param most how many at most; what comes last is left out
 */
export async function publicAddresses(most = MOST_ADDRESSES): Promise<PublicAddress[]> {
  const visitor = await anonymousActor();
  const found: PublicAddress[] = ["/", "/projects/", "/languages/"].map((page) => ({
    url: absolute(page),
    lastChange: undefined,
  }));
  const room = () => Math.max(0, most - found.length);
  const told = (url: string, last: Date | null) => found.push({ url, lastChange: last ?? undefined });
  const rows = await db.rows(sql`
    select ${named({ slug: p.slug, last: changed })} from ${p}
      left join ${k} on ${k.scope} = 'project' and ${k.objectId} = ${p.id} and ${k.languageId} = 0
    where ${visibleProjects(visitor)} order by ${p.id} limit ${Math.ceil(room() / 2)}`);
  for (const { slug, last } of rows) {
    told(urls.project(slug).web, last);
    told(urls.engage([slug]), last);
  }
  const spoken = await db.rows(sql`
    select ${named({ slug: p.slug, code: l.code, last: changed })} from ${k}
      join ${p} on ${p.id} = ${k.objectId} join ${l} on ${l.id} = ${k.languageId}
    where ${k.scope} = 'project-language' and ${k.translations} > 0 and ${visibleProjects(visitor)}
      and not exists (select from ${c} where ${c.projectId} = ${p.id} and ${c.restricted})
    order by ${p.id}, ${l.code} limit ${room()}`);
  for (const { slug, code, last } of spoken) told(urls.project(slug).language(code).web, last);
  const parts = await db.rows(sql`
    select ${named({ projectSlug: p.slug, componentSlug: c.slug, categoryPath: asText(sql`category_path(${c.categoryId})`), last: changed })}
    from ${c} join ${p} on ${p.id} = ${c.projectId}
      left join ${k} on ${k.scope} = 'component' and ${k.objectId} = ${c.id} and ${k.languageId} = 0
    where ${visibleComponents(visitor)} order by ${c.id} limit ${room()}`);
  for (const { last, ...place } of parts) told(urls.component(place).web, last);
  return found.slice(0, most);
}
