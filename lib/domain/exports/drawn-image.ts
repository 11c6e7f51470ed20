import { createHash } from "node:crypto";
import type { OutlinePen } from "@/lib/platform/drawing/outline-pen";
import { refusal } from "@/lib/text/messages/refusal";
import { Busy } from "../errors";

/** Images that are kept elsewhere and asked for again: what one shows is known before it is drawn. */

export interface DrawnImage {
  mimeType: "image/svg+xml" | "image/png";
  /** Changes with what the image shows, and when it is drawn in another way. */
  version: string;
  content(): Promise<string | Buffer>;
}

/** To be raised when pictures of the same numbers come out differently. */
const WAY = "1";

const versionOf = (shown: string): string =>
  createHash("sha256").update(WAY).update("\0").update(shown).digest("base64url").slice(0, 22);

export const svgImage = (svg: string): DrawnImage => ({
  mimeType: "image/svg+xml",
  version: versionOf(svg),
  content: async () => svg,
});

/**
 * A PNG.
 * @param shown all that it depends on
 * @param texts all that it may say
 * @param draw its SVG, with the texts as outlines
 */
export function pngImage(shown: unknown, texts: readonly string[], draw: (pen: OutlinePen) => string): DrawnImage {
  const version = versionOf(`png ${JSON.stringify(shown)}`);
  const content = async () => {
    // Loaded with the first picture: pages that only name one need neither fonts nor what draws.
    const [{ outlinePen }, { drawnPng }] = await Promise.all([
      import("@/lib/platform/drawing/outline-pen"),
      import("@/lib/platform/drawing/png"),
    ]);
    try {
      return await drawnPng(version, async () => draw(await outlinePen(texts)));
    } catch (error) {
      // Bundles hold copies of the class, each of its own.
      if (error instanceof Error && error.name === "DrawingLimitReached")
        throw new Busy(refusal("manyPictures"), { seconds: 10, own: false });
      throw error;
    }
  };
  return { mimeType: "image/png", version, content };
}
