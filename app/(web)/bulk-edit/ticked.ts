"use server";

import { z } from "zod";
import { errorWords } from "@/app/ui/error-words";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { keepTicked, MOST_TICKED } from "@/lib/domain/bulk/plan";
import { DomainError } from "@/lib/domain/errors";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { refusal, sayRefusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";

const given = z.tuple([
  z.string().max(1000),
  z.enum(["replace", "bulk-edit"]),
  z.array(z.int().positive()).max(MOST_TICKED),
]);

/** Keeps the strings that were ticked in the editor; gives the address of the form that changes them. */
export async function keepTicks(...input: z.input<typeof given>): Promise<{ href: string } | { problem: string }> {
  const read = given.safeParse(input);
  if (!read.success)
    return { problem: sayRefusal(await getTexts(), refusal("mostStringsTicked", { mostTicked: MOST_TICKED })) };
  const [slugs, word, ids] = read.data;
  try {
    const actor = await currentActor();
    const rows = await keepTicked(actor, await resolvePath(actor, slugs.split("/")), ids);
    return { href: `${path(urls.below(word, slugs.split("/")))}?rows=${rows}` };
  } catch (error) {
    if (error instanceof DomainError) return { problem: errorWords(await getTexts(), error) };
    throw error;
  }
}
