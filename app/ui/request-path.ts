import { headers } from "next/headers";
import { environment } from "@/lib/platform/environment";
import { ownPath } from "@/lib/text/own-path";

/** Path and query of the page under way, as the proxy wrote it. */
export async function requestPath(): Promise<string> {
  return (await headers()).get("x-path") ?? "/";
}

/** A path of this site from outside text, to return to; "/" for anything that leads elsewhere. */
export function safePath(value: unknown): string {
  return ownPath(value, environment().baseUrl) ?? "/";
}
