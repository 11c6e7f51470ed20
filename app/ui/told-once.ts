import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { cookieLine } from "@/lib/api/sign-in-cookies";

/**
 * A sentence that a route tells the page it sends the browser on to. It goes in a cookie: what an address says could be
 * anybody's words.
 */
const NAME = "loquat-told";
const MOST_CHARACTERS = 300;
const SECONDS = 300;

/** A cookie with a sentence, and the mark that the address of the page bears for it. */
export function toldOnce(text: string): { mark: string; cookie: string } {
  const mark = randomBytes(6).toString("hex");
  const value = `${mark}.${encodeURIComponent(text.slice(0, MOST_CHARACTERS).toWellFormed())}`;
  return { mark, cookie: cookieLine({ name: NAME, value, maxAge: SECONDS }) };
}

/** The sentence that a mark stands for in this browser; undefined once it is gone. */
export async function readTold(mark: string): Promise<string | undefined> {
  const told = (await cookies()).get(NAME)?.value ?? "";
  return told.startsWith(`${mark}.`) ? told.slice(mark.length + 1) : undefined;
}
