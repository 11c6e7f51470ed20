import { headers } from "next/headers";
import { environment } from "@/lib/platform/environment";
import { ownPath } from "@/lib/text/own-path";

/** Path and query of the page under way, as the proxy wrote it. */
export async function requestPath(): Promise<string> {
  return (await headers()).get("x-path") ?? "/";
}

/**
 * What the page under way is left for when somebody signs in, to return to. Pages about accounts say themselves where they lead;
 * the first page is where everybody comes anyway.
 */
export async function returnPath(): Promise<string | undefined> {
  const asked = await requestPath();
  const { pathname, searchParams } = new URL(asked, "http://page.invalid");
  const next = pathname.startsWith("/accounts/") ? safePath(searchParams.get("next")) : asked;
  return next === "/" ? undefined : next;
}

/** A path of this site from outside text, to return to; "/" for anything that leads elsewhere. */
export function safePath(value: unknown): string {
  return ownPath(value, environment().baseUrl) ?? "/";
}
