import { headers } from "next/headers";

/** Path and query of the page under way, as the proxy wrote it. */
export async function requestPath(): Promise<string> {
  return (await headers()).get("x-path") ?? "/";
}

/** A path of this site from outside text, to return to; "/" for anything that leads elsewhere. */
export function safePath(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  // A backslash or a second slash would make another host of it.
  return /^\/(?![/\\])[^\\\u0000-\u001f]{0,1000}$/.test(text) ? text : "/";
}
