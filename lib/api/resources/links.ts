import { z } from "zod";
import { ownPath } from "@/lib/urls";

/** Link fields: the absolute address of an object or its path; the contract 9.7. */

function link<T>(pattern: RegExp, what: string, read: (part: string) => T) {
  return z
    .string()
    .max(1000)
    .transform((text, context) => {
      const part = pattern.exec(ownPath(text) ?? "")?.[1];
      const value = part === undefined ? undefined : tried(() => read(part));
      if (value !== undefined) return value;
      context.addIssue({
        code: "custom",
        params: { code: "no_match" },
        message: `This is not the address of a ${what}.`,
      });
      return z.NEVER;
    });
}

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The slug of the project that an address names. */
export const projectLink = link(/^\/api\/projects\/([^/?#]{1,300})\/?$/, "project", decodeURIComponent);

/** The id of the category that an address names. */
export const categoryLink = link(/^\/api\/categories\/(\d{1,9})\/?$/, "category", Number);
