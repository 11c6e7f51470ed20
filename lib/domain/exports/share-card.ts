import { byState, type StateNumbers } from "@/lib/text/by-state";
import { readImageHeader } from "@/lib/text/image-header";
import { languageNamer } from "@/lib/text/languages/shown";
import { directionOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import type { Texts } from "@/lib/text/messages/translator";
import { CARD, type ShareCard, shareCard, textsOfCard } from "@/lib/text/pictures/share-card";
import { anonymousActor } from "../access/actor";
import { percent } from "../counters/read-counters";
import { NotFound } from "../errors";
import { findLanguage, type LanguageRow } from "../languages/languages";
import { appearance, siteLogo } from "../settings/appearance";
import { statesByLanguage } from "../statistics/forecast";
import { projectsOfLanguage } from "../statistics/languages-in-use";
import { decodedPath, type PathObject, resolvePath } from "../translations/resolve-path";
import { type DrawnImage, pngImage } from "./drawn-image";
import { publicNumbers } from "./internal/public-numbers";
import { activityPlaceOf } from "./widgets";

/** What is told of a page where its address is shared: a few words and a picture, of what strangers may see. */

/** Names of the pictures: of a page of an object, and of its invitation. */
export const CARDS = ["card.png", "invitation.png"] as const;
export type Card = (typeof CARDS)[number];

export const CARD_SIZE = { width: CARD.width, height: CARD.height };

const ACCENT = "#136147";

/** What a page is about, as strangers may know it. */
export interface Shared extends Pick<ShareCard, "kind" | "inside" | "title" | "lead"> {
  /** What stands for the title where there are no letters for it. */
  slug: string;
  numbers: StateNumbers | undefined;
  /** Languages that it is translated into, where it may have several. */
  languages?: number;
}

/** What is told of the page of a place, or of the invitation to it. The place is one that strangers see. */
export async function sharedPlace(t: Texts, place: PathObject, invitation = false): Promise<Shared> {
  const [numbers, languages] = await Promise.all([publicNumbers(place), languagesOf(place)]);
  const known = { numbers, ...(languages === undefined ? {} : { languages }) };
  const itself = describe(t, place);
  if (!invitation) return { ...itself, ...known };
  const name = [...itself.inside, itself.title].join(" · ");
  return {
    ...{ kind: t("engage.crumb"), inside: [], title: t("engage.title", { name }), lead: t("engage.lead") },
    ...{ slug: t("engage.title", { name: itself.slug }), ...known },
  };
}

/** The same of the page of a language. */
export async function sharedLanguage(t: Texts, language: LanguageRow): Promise<Shared> {
  const projects = await projectsOfLanguage(await anonymousActor(), language.id);
  const sum = (key: keyof StateNumbers) => projects.reduce((all, { counters }) => all + counters[key], 0);
  const name = languageNamer(t)(language.name);
  return {
    kind: t("common.language"),
    inside: [],
    title: name,
    ...(language.nativeName && language.nativeName !== name ? { lead: language.nativeName } : {}),
    slug: language.code,
    numbers: {
      total: sum("total"),
      translated: sum("translated"),
      fuzzy: sum("fuzzy"),
      approved: sum("approved"),
      readonly: sum("readonly"),
    },
  };
}

/** The same of the installation itself. */
export const sharedSite = async (t: Texts): Promise<Shared> => ({
  kind: "",
  inside: [],
  title: t("frame.description"),
  slug: (await appearance()).name || "Loquat",
  numbers: undefined,
});

function describe(t: Texts, place: PathObject): Pick<Shared, "kind" | "inside" | "title" | "slug"> {
  const project = place.project.name;
  const nameIt = languageNamer(t);
  switch (place.kind) {
    case "project":
      return { kind: t("common.project"), inside: [], title: project, slug: place.project.slug };
    case "project-language": {
      const { name, code } = place.language;
      return { kind: t("common.language"), inside: [project], title: nameIt(name), slug: code };
    }
    case "category": {
      const { names, path } = place.category;
      const inside = [project, ...names.slice(0, -1)];
      return { kind: t("category.label"), inside, title: names.at(-1) ?? "", slug: path.split("/").at(-1) ?? "" };
    }
    case "component": {
      const { categoryNames, name, slug } = place.component;
      return { kind: t("common.component"), inside: [project, ...categoryNames], title: name, slug };
    }
    case "translation": {
      const { component, translation } = place;
      const { name, code } = translation.language;
      const inside = [project, ...component.categoryNames, component.name];
      return { kind: t("common.translation"), inside, title: nameIt(name), slug: code };
    }
  }
}

async function languagesOf(place: PathObject): Promise<number | undefined> {
  if (place.kind !== "project" && place.kind !== "component") return undefined;
  return (await statesByLanguage(await anonymousActor(), activityPlaceOf(place))).length;
}

/** How far the work is, in words; undefined where nothing is counted. */
export function sharedSummary(t: Texts, { numbers, languages }: Shared): string | undefined {
  if (!numbers) return undefined;
  if (numbers.total === 0) return t("work.noStringsTitle");
  const { translated, total } = numbers;
  return languages === undefined
    ? t("shared.done", { translated, total })
    : t("shared.doneInLanguages", { translated, total, languages });
}

/** The picture of what is shared. */
export async function sharedImage(t: Texts, shared: Shared): Promise<DrawnImage> {
  const { name, accentLight } = await appearance();
  const rightToLeft = directionOf(t.language) === "rtl";
  const logo = await logoOf();
  const { kind, inside, title, lead, slug, numbers } = shared;
  const site = { name: name || "Loquat", accent: accentLight || ACCENT, ...(logo ? { logo } : {}) };
  const card: ShareCard = { site, kind, inside, title, rightToLeft, ...(lead ? { lead } : {}) };
  if (numbers) card.work = workOf(t, shared, numbers);
  return pngImage([card, slug], [...textsOfCard(card), slug], (pen) => {
    const drawn = {
      ...card,
      site: { ...site, name: pen.nameOr(site.name, "Loquat") },
      inside: inside.map((one) => pen.drawable(one)).filter(Boolean),
      title: pen.nameOr(title, slug),
    };
    return shareCard(drawn, pen);
  });
}

function workOf(t: Texts, shared: Shared, numbers: StateNumbers): NonNullable<ShareCard["work"]> {
  const states = byState(numbers);
  return {
    numbers: {
      total: numbers.total,
      translated: numbers.translated,
      fuzzy: numbers.fuzzy,
      approved: numbers.approved,
      readonly: numbers.readonly,
    },
    done: numbers.total === 0 ? "" : `${Math.floor(percent(numbers.translated, numbers.total))} %`,
    summary: sharedSummary(t, shared) ?? "",
    legend: {
      approved: t("work.bar.approved", { count: states.approved }),
      translated: t("work.bar.translated", { count: states.translated }),
      readonly: t("work.bar.readOnly", { count: states.readonly }),
      needs: t("work.bar.needsEditing", { count: states.needs }),
      empty: t("work.bar.empty", { count: states.empty }),
    },
  };
}

/** The logo where it is a PNG: the other kind that may be uploaded is not drawn. */
async function logoOf(): Promise<ShareCard["site"]["logo"]> {
  const logo = await siteLogo();
  const header = logo?.mimeType === "image/png" ? readImageHeader(logo.content) : undefined;
  if (!logo || !header) return undefined;
  return { base64: logo.content.toString("base64"), width: header.width, height: header.height };
}

/**
 * The picture at a path: of an object, then `card.png` or `invitation.png`; of a language with `-` before its code; of the
 * installation without either.
 * @throws NotFound for what strangers may not see
 */
export async function readCard(t: Texts, segments: readonly string[]): Promise<DrawnImage> {
  const path = decodedPath(segments);
  const card = CARDS.find((name) => name === path.at(-1));
  if (!card) throw new NotFound(refusal("noImageName", { widgets: CARDS.join(", ") }));
  const [first, code, ...more] = path.slice(0, -1);
  const invitation = card === "invitation.png";
  if (first === undefined && !invitation) return sharedImage(t, await sharedSite(t));
  if (first === "-" && code !== undefined && more.length === 0 && !invitation)
    return sharedImage(t, await sharedLanguage(t, await findLanguage(code)));
  const place = await resolvePath(await anonymousActor(), path.slice(0, -1));
  if (invitation && place.kind !== "project" && place.kind !== "project-language")
    throw new NotFound(refusal("nothingAddress"));
  return sharedImage(t, await sharedPlace(t, place, invitation));
}
