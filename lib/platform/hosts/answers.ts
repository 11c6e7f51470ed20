import type { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { type HostAnswer, HostError } from "./host";

/** How answers of hosts are read, and paths of repositories. */

/** An answer as its documentation promises it. @throws HostError broken */
export function readAs<T extends z.ZodType>(shape: T, { json }: HostAnswer): z.output<T> {
  const read = shape.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new HostError("broken", refusal("hostUnreadableAt", { place: issue?.path.join(".") || refusal("hostBody") }));
}

/**
 * The path of a repository's address without slashes and ending.
 * @param parts how many names it has; at least so many when `more`
 */
export function repositoryPath(path: string, parts: number, more = false): string | undefined {
  const names = path
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/, "")
    .split("/");
  const sound = names.every((name) => /^[\w.~+-]+$/.test(name) && name !== "." && name !== "..");
  return sound && (names.length === parts || (more && names.length > parts)) ? names.join("/") : undefined;
}

/** The path without what the API's own address has in front of its beginning, where a host stands below a path. */
export function belowPrefix(path: string, api: string, begin = "/api/"): string {
  const at = new URL(api).pathname;
  const prefix = at.slice(1, Math.max(1, at.indexOf(begin)));
  const plain = path.replace(/^\/+/, "");
  return prefix !== "" && plain.startsWith(`${prefix}/`) ? plain.slice(prefix.length + 1) : plain;
}
