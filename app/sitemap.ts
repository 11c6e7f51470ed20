import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { publicAddresses } from "@/lib/domain/exports/public-addresses";

/** The pages that search engines may list; each is told when its translations changed last. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  return (await publicAddresses()).map(({ url, lastChange }) => ({ url, lastModified: lastChange }));
}
