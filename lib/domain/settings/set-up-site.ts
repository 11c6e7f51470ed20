import type { Actor } from "../access/actor";
import { appearance, saveAppearance, storedAppearance } from "./appearance";
import { registrationIsOpen, setRegistration } from "./registration";

/** What a new installation is asked first. */
export interface SiteBasics {
  /** Its name at the top of all pages; empty for "Loquat". */
  name: string;
  /** Whether strangers may make themselves an account. */
  open: boolean;
}

/** What is set now. */
export async function siteBasics(): Promise<SiteBasics> {
  const [{ name }, open] = await Promise.all([appearance(), registrationIsOpen()]);
  return { name, open };
}

/** Names the installation and says who may join it. Needs `management.use`. @throws Invalid on name */
export async function setUpSite(actor: Actor, { name, open }: SiteBasics): Promise<void> {
  const { accentLight, accentDark, welcome, links } = await storedAppearance(actor);
  await saveAppearance(actor, { name, accentLight, accentDark, welcome, links });
  await setRegistration(actor, open);
}
