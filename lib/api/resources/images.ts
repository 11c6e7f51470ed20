import type { DrawnImage } from "@/lib/domain/exports/drawn-image";

/** Images for pages elsewhere, which may keep them for some minutes. */

const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "public, max-age=300, stale-while-revalidate=3600",
  "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
};

/** The image, or that the asker has it already, which is known without drawing it. */
export async function imageAnswer(image: DrawnImage, request: Request, status: 200 | 404 = 200): Promise<Response> {
  const tag = `"${image.version}"`;
  const headers = { ...HEADERS, ...(status === 200 ? { ETag: tag } : {}) };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  if (status === 200 && known.includes(tag)) return new Response(null, { status: 304, headers });
  const type = image.mimeType === "image/png" ? image.mimeType : `${image.mimeType}; charset=utf-8`;
  const content = request.method === "HEAD" ? null : await image.content();
  const body = typeof content === "string" || content === null ? content : new Uint8Array(content);
  return new Response(body, { status, headers: { ...headers, "Content-Type": type } });
}
