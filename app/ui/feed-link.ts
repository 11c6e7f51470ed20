import type { Metadata } from "next";
import type { Texts } from "#texts";
import { urls } from "@/lib/urls";

/** Tells readers of feeds, in the head of a page, where the feed of what it shows is, in the language of the page. */
export function feedOf(
  { language }: Pick<Texts, "language">,
  slugs: readonly string[] = [],
): Pick<Metadata, "alternates"> {
  return { alternates: { types: { "application/rss+xml": feedIn({ language }, urls.feed(slugs)) } } };
}

/** The address of a feed in the language of a page. */
export const feedIn = ({ language }: Pick<Texts, "language">, address: string): string =>
  language === "en" ? address : `${address}${address.includes("?") ? "&" : "?"}lang=${language}`;
