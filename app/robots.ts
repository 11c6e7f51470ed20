import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { absolute } from "@/lib/urls/paths";

/** Public projects may be found; forms, lists of strings and what programs read are left alone. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  // The address of the installation is known when it runs, not when it is built.
  await connection();
  return {
    rules: {
      userAgent: "*",
      disallow: [
        ...["/accounts/", "/api/", "/browse/", "/changes/", "/create/", "/exports/", "/git/", "/hooks/", "/manage/"],
        ...["/search/", "/tables/", "/translate/", "/zen/"],
      ],
    },
    sitemap: absolute("/sitemap.xml"),
  };
}
