import { z } from "zod";
import { ANONYMOUS } from "@/lib/domain/access/built-in";
import { urls } from "@/lib/urls";
import { ownPath } from "@/lib/urls/paths";
import type { OwnWord } from "../own-words";

/** Link fields: the absolute address of an object or its path; the contract 9.7. */

function reader<T>(pattern: RegExp, otherwise: OwnWord, read: (part: string) => T) {
  return (text: string, context: z.RefinementCtx): T => {
    const part = pattern.exec(ownPath(text) ?? "")?.[1];
    const value = part === undefined ? undefined : tried(() => read(part));
    if (value !== undefined) return value;
    context.addIssue({
      code: "custom",
      params: { code: "no_match" },
      message: otherwise,
    });
    return z.NEVER;
  };
}

const link = <T>(read: (text: string, context: z.RefinementCtx) => T) => z.string().max(1000).transform(read);

/** A link that may lead nowhere: null, which a form can only say as "". */
const linkOrNone = <T>(read: (text: string, context: z.RefinementCtx) => T) =>
  z
    .string()
    .max(1000)
    .nullable()
    .transform((text, context) => (text === null || text === "" ? null : read(text, context)));

function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const readProject = reader(/^\/api\/projects\/([^/?#]{1,300})\/?$/, "apiNotProjectAddress", decodeURIComponent);
const readCategory = reader(/^\/api\/categories\/(\d{1,9})\/?$/, "apiNotCategoryAddress", Number);

/** The slug of the project that an address names. */
export const projectLink = link(readProject);
export const projectLinkOrNone = linkOrNone(readProject);

/** The id of the category that an address names; "" and null mean none. */
export const categoryLinkOrNone = linkOrNone(readCategory);

/** The link to who did something; null where that is nobody, or a visitor: there is no page of all who are not signed in. */
export const userLink = (username: string | null): string | null =>
  username === null || username === ANONYMOUS ? null : urls.user(username).api;
