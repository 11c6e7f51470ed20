import type { Metadata } from "next";
import { urls } from "@/lib/urls";

/** Tells readers of feeds, in the head of a page, where the feed of what it shows is. */
export function feedOf(slugs: readonly string[] = []): Pick<Metadata, "alternates"> {
  return { alternates: { types: { "application/rss+xml": urls.feed(slugs) } } };
}
