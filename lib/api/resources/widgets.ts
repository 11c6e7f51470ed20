import { createHash } from "node:crypto";
import { z } from "zod";
import { readWidget, WIDGETS } from "@/lib/domain/exports/widgets";
import { endpoint } from "../endpoint";

/** Images of progress for other pages. */

export const readWidgetImage = endpoint({
  method: "GET",
  tag: "exports",
  path: "/widget/{path}/",
  summary: "Image of progress",
  description: `The path of a project, of a language of it, of a component or a translation, then the name of an image: ${WIDGETS.join(" or ")}. Everybody gets the same; what visitors may not see has none.`,
  params: z.object({ path: z.array(z.string()) }),
  query: z.object({ label: z.string().max(60).optional().describe("Stands before the percentage of a badge.") }),
  throttled: false,
  identified: false,
  media: ["image/svg+xml"],
});

const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "public, max-age=300, stale-while-revalidate=3600",
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};

/** The image, or that the asker has it already. @throws NotFound */
export async function widgetAnswer(
  path: readonly string[],
  label: string | undefined,
  request: Request,
): Promise<Response> {
  const svg = await readWidget(path, label);
  const tag = `"${createHash("sha256").update(svg).digest("base64url").slice(0, 22)}"`;
  const headers = { ...HEADERS, ETag: tag };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  if (known.includes(tag)) return new Response(null, { status: 304, headers });
  return new Response(svg, { headers: { ...headers, "Content-Type": "image/svg+xml; charset=utf-8" } });
}
