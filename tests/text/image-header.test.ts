import { describe, expect, it } from "vitest";
import { reachesItsEnd, readImageHeader } from "@/lib/text/image-header";
import { gif, jpeg, png, webp } from "../support/pictures";
import { PICTURES } from "../support/whole-pictures";

const SAMPLES: [string, Buffer, string][] = [
  ["PNG", png(640, 480), "image/png"],
  ["APNG", png(640, 480, true), "image/apng"],
  ["JPEG", jpeg(640, 480), "image/jpeg"],
  ["GIF", gif(640, 480), "image/gif"],
  ["lossy WebP", webp("VP8 ", 640, 480), "image/webp"],
  ["lossless WebP", webp("VP8L", 640, 480), "image/webp"],
  ["WebP with a canvas", webp("VP8X", 640, 480), "image/webp"],
];

const [, JPEG] = PICTURES.find(([name]) => name === "JPEG")!;

/** With a thumbnail in it, whose end is not that of the picture. */
const withThumbnail = Buffer.concat([
  JPEG.subarray(0, 2),
  Buffer.from([0xff, 0xe1, (JPEG.length + 2) >> 8, (JPEG.length + 2) & 255]),
  JPEG,
  JPEG.subarray(2),
]);
const REAL: [string, Buffer][] = [...PICTURES, ["JPEG with a thumbnail", withThumbnail]];

const harmless = (bytes: Buffer): void => {
  const header = readImageHeader(bytes);
  if (header) reachesItsEnd(bytes, header);
};

describe("the header of a picture", () => {
  it.each(SAMPLES)("of %s tells kind and size", (_, bytes, mimeType) => {
    expect(readImageHeader(bytes)).toMatchObject({ mimeType, width: 640, height: 480 });
  });

  it("is read from a view into a larger buffer", () => {
    const [, bytes] = SAMPLES[0] as [string, Buffer, string];
    const large = Buffer.concat([Buffer.alloc(7), bytes]);
    expect(readImageHeader(large.subarray(7))).toMatchObject({ width: 640 });
  });

  it("of something else, of nothing and of no size is none", () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      Buffer.from("<html><script>alert(1)</script>"),
      Buffer.from("GIF89a"),
      png(0, 480),
      gif(10, 0),
    ])
      expect(readImageHeader(bytes)).toBeUndefined();
  });

  it.each(REAL)("of a whole %s goes on to the end, and of no part of it", (_, bytes) => {
    const header = readImageHeader(bytes)!;
    expect(reachesItsEnd(bytes, header)).toBe(true);
    expect(reachesItsEnd(Buffer.concat([bytes, Buffer.from("more")]), header)).toBe(true);
    for (let length = 0; length < bytes.length; length++) {
      const part = bytes.subarray(0, length);
      const found = readImageHeader(part);
      if (found) expect(reachesItsEnd(part, found), String(length)).toBe(false);
    }
  });

  it("cut off or spoilt anywhere never does harm", () => {
    for (const [, bytes] of SAMPLES)
      for (let at = 0; at < bytes.length; at++) {
        harmless(bytes.subarray(0, at));
        const spoilt = Buffer.from(bytes);
        spoilt[at] = 0xff;
        harmless(spoilt);
        spoilt[at] = 0;
        harmless(spoilt);
      }
    const endless = Buffer.alloc(200_000, 0xff);
    endless.set([0xff, 0xd8]);
    expect(readImageHeader(endless)).toBeUndefined();
    expect(reachesItsEnd(endless, { mimeType: "image/jpeg" })).toBe(false);
  });
});
