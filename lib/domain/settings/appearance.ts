import { createHash } from "node:crypto";
import { settings } from "@/lib/generated/tables";
import { inTransaction, sql, type Tx, whenDatabaseCloses } from "@/lib/platform/database";
import { accentContrast, LEAST_CONTRAST } from "@/lib/text/contrast";
import { reachesItsEnd, readImageHeader } from "@/lib/text/image-header";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { type FieldError, Invalid, type Sentence, worded } from "../errors";
import { refuseStale } from "../stale";
import { recordSaves } from "./record-saves";
import { holdSetting, readSetting, writeSetting } from "./settings";

/** How the pages of an installation look: its name, its logo, its colour, what it tells visitors. */

export interface FooterLink {
  label: string;
  /** An address of the web, one for mail, or a path of ours. */
  href: string;
}

/** What is typed. */
export interface AppearanceInput {
  /** "" for Loquat. */
  name: string;
  /** `#rrggbb`; "" for our own. */
  accentLight: string;
  accentDark: string;
  /** Markdown, for those who are not signed in. */
  welcome: string;
  /** One link in each line: the address, then its words. */
  links: string;
}

interface Stored extends AppearanceInput {
  logo?: { mimeType: "image/png" | "image/webp"; content: string };
}

export interface Appearance extends AppearanceInput {
  footer: FooterLink[];
  /** Changes with the picture; undefined without one. */
  logoVersion: string | undefined;
}

/** Nothing of an installation's own. */
export const USUAL: AppearanceInput = { name: "", accentLight: "", accentDark: "", welcome: "", links: "" };

const NAME = "appearance";
const FIELDS = ["name", "accentLight", "accentDark", "welcome", "links"] as const;
const MOST_LINKS = 8;
export const LARGEST_LOGO = 100_000;
const WIDEST_LOGO = 1024;

/** Remembered, as each page asks. */
let shown: { stored: Promise<Stored>; until: number } | undefined;
const REMEMBER_MS = 10_000;
whenDatabaseCloses(() => {
  shown = undefined;
});

async function load(): Promise<Stored> {
  return { ...USUAL, ...(await readSetting<Stored>(NAME)) };
}

function remembered(): Promise<Stored> {
  if (shown && shown.until > Date.now()) return shown.stored;
  const stored = load();
  shown = { stored, until: Date.now() + REMEMBER_MS };
  stored.catch(() => {
    shown = undefined;
  });
  return stored;
}

function present({ logo, ...input }: Stored): Appearance {
  return {
    ...input,
    footer: readLinks(input.links).links,
    logoVersion: logo && createHash("sha256").update(logo.content).digest("hex").slice(0, 16),
  };
}

/** How the pages look. What another process has changed shows within ten seconds. */
export async function appearance(): Promise<Appearance> {
  return present(await remembered());
}

/** As it is stored, for those who change it. Needs `management.use`. */
export async function storedAppearance(actor: Actor): Promise<Appearance> {
  demand(actor, "management.use");
  return present(await load());
}

/** The picture in the place of our mark; undefined without one. */
export async function siteLogo(): Promise<{ mimeType: string; content: Buffer } | undefined> {
  const { logo } = await remembered();
  return logo && { mimeType: logo.mimeType, content: Buffer.from(logo.content, "base64") };
}

/** Links of the foot as they are typed, and what is wrong with them. */
function readLinks(text: string): { links: FooterLink[]; problem?: Refusal } {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const links: FooterLink[] = [];
  for (const line of lines) {
    const [, address = "", label = ""] = /^(\S+)\s+(.{1,60})$/.exec(line) ?? [];
    const href = safeAddress(address);
    if (!label || !href) return { links, problem: refusal("linkLine", { line: line.slice(0, 60) }) };
    links.push({ label, href });
  }
  return lines.length > MOST_LINKS ? { links, problem: refusal("mostLinks", { most: MOST_LINKS }) } : { links };
}

/** An address that pages may link to; undefined for all others, such as scripts. */
function safeAddress(address: string): string | undefined {
  if (/^\/(?![/\\])/.test(address)) return address;
  if (!/^(?:https?:\/\/|mailto:)./i.test(address)) return undefined;
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}

function accentProblem(colour: string, theme: "light" | "dark"): Refusal | undefined {
  if (colour === "") return undefined;
  if (!/^#[0-9a-f]{6}$/.test(colour)) return refusal("enterColour");
  const reached = accentContrast(colour, theme);
  if (reached >= LEAST_CONTRAST) return undefined;
  const figure = (Math.floor(reached * 10) / 10).toFixed(1);
  return refusal(theme === "light" ? "colourTooLight" : "colourTooDark", { contrast: figure, needed: LEAST_CONTRAST });
}

/** What is wrong with an appearance as it was typed; empty when all is well. */
function problemsOf(input: AppearanceInput): FieldError[] {
  const found: FieldError[] = [];
  const problem = (path: keyof AppearanceInput, why: Sentence | undefined) =>
    why && found.push({ path, code: "invalid", ...worded(why) });
  problem("name", /[\p{Cc}<>]/u.test(input.name) ? refusal("useNoControl") : undefined);
  problem("name", input.name.length > 40 ? refusal("atMost40") : undefined);
  problem("accentLight", accentProblem(input.accentLight, "light"));
  problem("accentDark", accentProblem(input.accentDark, "dark"));
  problem("welcome", input.welcome.length > 5000 ? refusal("atMost5000") : undefined);
  problem("links", readLinks(input.links).problem);
  return found;
}

function tidy(input: AppearanceInput): AppearanceInput {
  return {
    name: input.name.trim(),
    accentLight: input.accentLight.trim().toLowerCase(),
    accentDark: input.accentDark.trim().toLowerCase(),
    welcome: input.welcome.trim(),
    links: input.links.trim(),
  };
}

/**
 * A picture that may stand on each page: a still PNG or WebP. Anything that can hold a script, as SVG can, is none.
 * @throws Invalid on `logo`
 */
function readLogo(content: Uint8Array): NonNullable<Stored["logo"]> {
  if (content.byteLength > LARGEST_LOGO)
    throw Invalid.field("logo", refusal("pictureMoreKb", { largestLogo: LARGEST_LOGO / 1000 }));
  const header = readImageHeader(content);
  if (header?.mimeType !== "image/png" && header?.mimeType !== "image/webp")
    throw Invalid.field("logo", refusal("chooseStillPicture"));
  if (header.width > WIDEST_LOGO || header.height > WIDEST_LOGO)
    throw Invalid.field("logo", refusal("pictureLargerPixels", { widestLogo: WIDEST_LOGO }));
  if (!reachesItsEnd(content, header)) throw Invalid.field("logo", refusal("imageCutOff"));
  return { mimeType: header.mimeType, content: Buffer.from(content).toString("base64") };
}

/** Looks at an appearance without saving it. Needs `management.use`. @throws Invalid */
export function checkAppearance(actor: Actor, input: AppearanceInput): void {
  demand(actor, "management.use");
  const problems = problemsOf(tidy(input));
  if (problems.length > 0) throw new Invalid(problems);
}

/**
 * Changes how the pages look. Needs `management.use`.
 * @param seen what the form showed
 * @param logo a new picture, null for none any more, undefined for the one there is
 * @throws Invalid
 */
export async function saveAppearance(
  actor: Actor,
  input: AppearanceInput,
  { seen, logo }: { seen?: AppearanceInput; logo?: Uint8Array | null } = {},
): Promise<void> {
  checkAppearance(actor, input);
  const next = tidy(input);
  const picture = logo ? readLogo(logo) : undefined;
  await inTransaction(async (tx) => {
    await holdSetting(tx, NAME);
    const { logo: former, ...now } = await load();
    if (seen) refuseStale<AppearanceInput>(FIELDS, { seen: tidy(seen), now, next });
    const written = { ...next, logo: logo === undefined ? former : picture };
    await writeSetting(tx, NAME, written);
    await tell(tx, actor, { ...now, logo: former }, written);
  });
  shown = undefined;
}

const tell = (tx: Tx, actor: Actor, before: Stored, after: Stored) =>
  recordSaves(tx, actor, [{ topic: "appearance", before: { ...before }, after: { ...after } }]);

/** How the pages look as it is stored, with the picture. Needs `management.use`. */
export async function wholeAppearance(actor: Actor): Promise<Stored> {
  demand(actor, "management.use");
  return load();
}

/** Goes back to how Loquat looks by itself, the logo too. Needs `management.use`. */
export async function resetAppearance(actor: Actor): Promise<void> {
  demand(actor, "management.use");
  await inTransaction(async (tx) => {
    await holdSetting(tx, NAME);
    await tell(tx, actor, await load(), USUAL);
    await tx.run(sql`delete from ${settings} where ${settings.name} = ${NAME}`);
  });
  shown = undefined;
}
