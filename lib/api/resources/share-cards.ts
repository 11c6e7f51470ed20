import { z } from "zod";
import { CARD_SIZE, CARDS, readCard } from "@/lib/domain/exports/share-card";
import { textsOf } from "@/lib/text/messages/catalogue";
import { endpoint } from "../endpoint";
import { imageAnswer } from "./images";

/** Pictures of shared links. Unlike badges they are counted: one costs some hundredths of a second. */

export const readShareCard = endpoint({
  method: "GET",
  tag: "exports",
  path: "/share/{path}/",
  summary: "Picture of a shared link",
  description: `A PNG of ${CARD_SIZE.width} by ${CARD_SIZE.height} pixels: the path of a project, of a language of it, of a category, a component or a translation, then ${CARDS[0]}, or ${CARDS[1]} for the invitation to a project or a language of it; -/ and the code for a language; ${CARDS[0]} alone for the installation. Everybody gets the same; what visitors may not see has none. A slug or a code stands in the place of a name in a script that our fonts lack.`,
  params: z.object({ path: z.array(z.string()) }),
  query: z.object({
    lang: z.string().max(40).optional().describe("Language of its words, where the pages have it; else English."),
  }),
  identified: false,
  media: ["image/png"],
});

/** The picture, or that the asker has it already. @throws NotFound */
export async function shareCardAnswer(
  path: readonly string[],
  language: string | undefined,
  request: Request,
): Promise<Response> {
  return imageAnswer(await readCard(textsOf(language ?? "en"), path), request);
}
