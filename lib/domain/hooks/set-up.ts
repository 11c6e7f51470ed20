import { placeOfRepository } from "@/lib/platform/outside/repository-place";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { type ComponentRow, scopeOf } from "../components/components";
import { hooksEnabled } from "./hooks";
import { type Received, receiptsOf } from "./receipts";

/** What it takes that a code host tells of pushes into the repository of a component, and what has come of it so far. */

/** Code hosts by their names in addresses; servers of one's own often have the name of what runs there. */
const HOSTS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)github\./, "github"],
  [/gitlab/, "gitlab"],
  [/(?:^|\.)bitbucket\./, "bitbucket"],
  [/(?:^|\.)codeberg\.org$|forgejo/, "forgejo"],
  [/gitea/, "gitea"],
  [/(?:^|\.)(?:dev\.azure\.com|visualstudio\.com)$/, "azure"],
  [/pagure/, "pagure"],
  [/(?:^|\.)gitee\.com$/, "gitee"],
];

/** Where in a repository's pages its webhooks are, behind its address. */
const WEBHOOKS: Readonly<Record<string, string>> = {
  github: "/settings/hooks/new",
  gitlab: "/-/hooks",
  bitbucket: "/admin/webhooks",
  forgejo: "/settings/hooks",
  gitea: "/settings/hooks",
  pagure: "/settings#hooks",
  gitee: "/hooks",
};

/** Host and path of a repository as its pages have them; undefined for what is at no host. */
export function pagesOfRepository(address: string): { host: string; path: string } | undefined {
  const place = placeOfRepository(address.trim());
  const path = place?.path.replace(/^\/+|\/+$/g, "").replace(/\.git$/i, "");
  return place && path ? { host: place.host, path } : undefined;
}

/** What runs at the host of a repository, as the paths of hooks name it; undefined where its name does not tell. */
export function hookServiceOf(address: string): string | undefined {
  const host = pagesOfRepository(address)?.host.replace(/:\d+$/, "");
  return host && HOSTS.find(([pattern]) => pattern.test(host))?.[1];
}

/** The page of a code host on which a webhook is added; undefined where that is not known. */
export function webhookPageOf(address: string): string | undefined {
  const [place, service] = [pagesOfRepository(address), hookServiceOf(address)];
  const end = service && WEBHOOKS[service];
  return place && end ? `https://${place.host}/${place.path}${end}` : undefined;
}

export interface HookSetUp {
  service: string | undefined;
  /** Where the host takes webhooks. */
  page: string | undefined;
  /** Who has switched notifications off. */
  off: "site" | "project" | undefined;
  secretSet: boolean;
  /** Whether the actor may change the secret. */
  mayChangeSecret: boolean;
  /** Whether the actor may have a notification handled again. */
  mayReplay: boolean;
  /** What came in of this repository lately, newest first. */
  received: Received[];
}

/** How far the webhook of a component is. Needs `component.edit`. */
export async function hookSetUp(actor: Actor, component: ComponentRow): Promise<HookSetUp> {
  const where = scopeOf(component);
  demand(actor, "component.edit", where);
  const { url } = component.repository;
  return {
    service: hookServiceOf(url),
    page: webhookPageOf(url),
    off: hooksEnabled() ? (component.project.enableHooks ? undefined : "project") : "site",
    secretSet: component.project.hookSecretSet,
    mayChangeSecret: can(actor, "project.edit", { project: where.project }),
    mayReplay: can(actor, "vcs.update", where),
    received: await receiptsOf(component, pagesOfRepository(url)),
  };
}
