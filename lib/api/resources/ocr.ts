import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { NotFound } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";
import { endpoint } from "../endpoint";

/** The reader of texts in pictures, as browsers load it: its program and its language data, out of our packages. */

const PROGRAM = /^tesseract-core(?:-relaxedsimd|-simd)?-lstm\.wasm\.js$/;
const MODULES = "node_modules";

/** Where a file of the reader lies; undefined for all others. */
function placeOf(file: string): string | undefined {
  if (file === "worker.min.js") return join(MODULES, "tesseract.js", "dist", file);
  if (file === "eng.traineddata.gz") return join(MODULES, "@tesseract.js-data", "eng", "4.0.0_best_int", file);
  return PROGRAM.test(file) ? join(MODULES, "tesseract.js-core", file) : undefined;
}

export const ocrFile = endpoint({
  method: "GET",
  path: "/translate/-/ocr/{file}/",
  since: "",
  tag: "editor",
  throttled: false,
  anonymous: true,
  signedIn: false,
  unkept: true,
  media: ["text/javascript", "application/gzip"],
  summary: "A file of the reader of texts in pictures",
  params: z.object({ file: z.string().max(100) }),
});

/** A file of the reader; a worker made of it may compile its program and load its data, and nothing else. */
export async function ocrFileAnswer(file: string): Promise<Response> {
  const place = placeOf(file);
  const size = place && (await stat(/*turbopackIgnore: true*/ place).catch(() => undefined))?.size;
  if (!place || size === undefined) throw new NotFound(refusal("noFile"));
  return new Response(Readable.toWeb(createReadStream(/*turbopackIgnore: true*/ place)) as ReadableStream, {
    headers: {
      "Content-Type": file.endsWith(".js") ? "text/javascript; charset=utf-8" : "application/gzip",
      "Content-Length": String(size),
      "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      "Cache-Control": "public, max-age=604800",
    },
  });
}
