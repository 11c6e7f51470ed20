import type { Metadata } from "next";
import type { Texts } from "#texts";
import { CARD_SIZE, type Card, type Shared, sharedSummary } from "@/lib/domain/exports/share-card";
import { urls } from "@/lib/urls";
import { currentActor } from "./session";
import { siteName } from "./site-look";

/** What services and search engines read in the head of a page: what it is about, its picture, and its one address. */

interface SharedPage {
  title: string;
  /** The one address of what the page shows, without what narrows it. */
  address: string;
  /** Slugs and name of its picture. */
  picture: readonly [slugs: readonly string[], name: Card];
  about(): Promise<Shared>;
}

/**
 * The metadata of a page that may be shared. Services that show links fetch them as visitors, so that visitors alone get it:
 * what a member sees of a private object is told by no head, and nothing is counted for those who work here.
 * @param other what the page says beside it
 */
export async function sharedMetadata(t: Texts, page: SharedPage, other: Metadata = {}): Promise<Metadata> {
  if (!(await currentActor()).isAnonymous) return other;
  const shared = await page.about();
  const { title, address, picture } = page;
  const summary = sharedSummary(t, shared);
  const description = [shared.lead, summary].filter(Boolean).join(" ") || t("frame.description");
  const image = {
    url: urls.card(...picture, t.language),
    ...CARD_SIZE,
    alt: shared.numbers ? t("widgets.alt", { name: title }) : title,
  };
  return {
    ...other,
    description,
    alternates: { ...other.alternates, canonical: address },
    openGraph: { type: "website", siteName: await siteName(), title, description, url: address, images: [image] },
    twitter: { card: "summary_large_image", title, description, images: [{ url: image.url, alt: image.alt }] },
  };
}
