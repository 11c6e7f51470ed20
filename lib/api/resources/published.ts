import { z } from "zod";
import { publishedFile, publishedManifest } from "@/lib/domain/addons/published-files";
import { NotFound } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { endpoint } from "../endpoint";
import { moment } from "../json";

/** Files that add-ons publish; the contract 8.5. */

export const readPublished = endpoint({
  method: "GET",
  path: "/cdn/{path}/",
  tag: "exports",
  summary: "Published translation files",
  description: "`{address}/manifest.json` lists the files, `{address}/files/{path}` is one of them.",
  params: z.object({ path: z.array(z.string()) }),
  throttled: false,
  identified: false,
  media: ["application/json", "application/octet-stream", "text/javascript"],
});

const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "public, max-age=60",
  "X-Content-Type-Options": "nosniff",
  // Such a file may be a page of somebody's: it is never shown as one of ours.
  "Content-Security-Policy": "sandbox; default-src 'none'",
};

/** Answers for an address: its manifest, or one of its files. @throws NotFound */
export async function publishedAnswer([address = "", ...rest]: readonly string[], request: Request): Promise<Response> {
  if (rest.length === 1 && rest[0] === "manifest.json") return manifest(address);
  const [folder, ...path] = rest;
  if (folder !== "files" || path.length === 0) throw new NotFound(refusal("noFile"));
  const { content, sha256, media } = await publishedFile(address, path.join("/"));
  const headers = { ...HEADERS, ETag: `"${sha256}"`, "Content-Type": media ?? "application/octet-stream" };
  if (request.headers.get("if-none-match") === headers.ETag) return new Response(null, { status: 304, headers });
  return new Response(Uint8Array.from(content), { headers });
}

async function manifest(address: string): Promise<Response> {
  const rows = await publishedManifest(address);
  const updated = new Date(Math.max(...rows.map(({ publishedAt }) => publishedAt.getTime())));
  const files = rows.map(({ path, language, sha256, size, publishedAt }) => ({
    path,
    language,
    size,
    sha256,
    updated: moment(publishedAt),
    url: urls.publishedFile(address, path),
  }));
  return Response.json({ version: 1, updated: moment(updated), files }, { headers: HEADERS });
}
