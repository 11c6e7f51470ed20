import { refusal } from "@/lib/text/messages/refusal";
import { Invalid } from "../errors";
import { changeMembers, MASK, openFrom, SEALED, sealFor } from "../secrets";
import type { AddonRow } from "./installed";

/** Secrets in the settings of add-ons: sealed in the database, opened for the work, masked for people. */

const PLACE = SEALED.addon;
type Configuration = Record<string, unknown>;

/** Settings as the add-on works with them. @throws Failed when a secret cannot be opened here */
export function openConfiguration({ name, configuration }: Pick<AddonRow, "name" | "configuration">): Configuration {
  return changeMembers(PLACE, name, configuration, (secret) => openFrom(PLACE, secret));
}

/** Settings as they lie in the database. */
export function sealConfiguration(name: string, configuration: Configuration): Configuration {
  return changeMembers(PLACE, name, configuration, (secret) => sealFor(PLACE, secret));
}

/** The row as people see it. What cannot be opened is a mask as a whole. */
export function masked(row: AddonRow): AddonRow {
  const configuration = changeMembers(PLACE, row.name, row.configuration, (secret) => {
    try {
      return shown(openFrom(PLACE, secret));
    } catch {
      return MASK;
    }
  });
  return { ...row, configuration };
}

/** Names of the settings of an add-on that are secrets. */
export const secretMembers = (name: string): readonly string[] => {
  const of: Readonly<Record<string, readonly string[]>> = PLACE.members.of;
  return of[name] ?? [];
};

/** Of an address its host stays, so that people know where it leads; of anything else nothing. */
function shown(secret: string): string {
  const origin = /^https?:\/\/[^/?#@\s]+(?=[/?#]|$)/i.exec(secret)?.[0];
  return origin === undefined ? MASK : `${origin}/${MASK}`;
}

/**
 * What somebody means who gives settings: a mask is the secret that is stored.
 * @param before settings as they are, opened
 * @throws Invalid below `configuration`
 */
export function meantConfiguration(name: string, given: Configuration, before: Configuration): Configuration {
  return Object.fromEntries(
    Object.entries(given).map(([member, value]) => {
      if (!secretMembers(name).includes(member)) return [member, value];
      if (typeof value !== "string" || !value.includes(MASK)) return [member, value];
      const kept = before[member];
      if (typeof kept === "string" && kept !== "" && shown(kept) === value) return [member, kept];
      throw Invalid.field(`configuration.${member}`, refusal("enterWholeValue", { mask: MASK }));
    }),
  );
}
