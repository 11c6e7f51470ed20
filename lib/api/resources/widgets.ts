import { z } from "zod";
import { NotFound } from "@/lib/domain/errors";
import { readWidget, unknownBadge, WIDGETS, type WidgetOptions, widgetOf } from "@/lib/domain/exports/widgets";
import { endpoint } from "../endpoint";
import { imageAnswer } from "./images";

/** Images of progress for other pages. */

export const readWidgetImage = endpoint({
  method: "GET",
  tag: "exports",
  path: "/widget/{path}/",
  summary: "Image of progress",
  description: `The path of a project, of a language of it, of a component or a translation, then the name of an image: ${WIDGETS.join(", ")}. Everybody gets the same; of what visitors may not see, or what is not there, a badge says with 404 that it is unknown. A PNG has no text of scripts that our fonts lack: the code of a language stands in the place of its name.`,
  params: z.object({ path: z.array(z.string()) }),
  query: z.object({
    label: z.string().max(60).optional().describe("Stands before the percentage of a badge."),
    theme: z
      .enum(["auto", "light", "dark"])
      .optional()
      .describe("Colours of the bars; auto follows the reader's system, as a PNG cannot: it is light."),
  }),
  throttled: false,
  identified: false,
  media: ["image/svg+xml", "image/png"],
});

/** The image, that the asker has it already, or the badge of what is unknown. @throws NotFound for another name */
export async function widgetAnswer(
  path: readonly string[],
  options: WidgetOptions,
  request: Request,
): Promise<Response> {
  try {
    return await imageAnswer(await readWidget(path, options), request);
  } catch (error) {
    const widget = widgetOf(path);
    if (!(error instanceof NotFound) || !widget) throw error;
    return imageAnswer(unknownBadge(widget, options.label || undefined), request, 404);
  }
}
