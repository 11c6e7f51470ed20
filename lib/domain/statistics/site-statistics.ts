import type { Actor } from "../access/actor";
import { type CounterRow, readCounter } from "../counters/read-counters";
import { siteNumbers } from "./remaining-work";

/** Numbers of the installation, as they are kept: nothing is counted for a page but projects and people. */
export interface SiteStatistics {
  projects: number;
  languages: number;
  people: number;
  /** Of all strings, those of private projects among them: for people who are signed in, as metrics are. */
  strings: CounterRow | undefined;
}

export async function readSiteStatistics(actor: Actor): Promise<SiteStatistics> {
  const [numbers, strings] = await Promise.all([
    siteNumbers(actor),
    actor.isAnonymous || actor.tokenProjectId !== undefined ? undefined : readCounter("site", 0),
  ]);
  return { ...numbers, strings };
}
