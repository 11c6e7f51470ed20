import { inflateSync } from "node:zlib";
import { reachesItsEnd, readImageHeader } from "@/lib/text/image-header";

/** A PNG of eight bits, red, green, blue and alpha, as pixels. */
export interface Pixels {
  width: number;
  height: number;
  /** Four bytes for each pixel. */
  bytes: Buffer;
}

/** Reads a PNG that we drew. @throws where it is none, or cut off */
export function pixelsOf(png: Uint8Array): Pixels {
  const header = readImageHeader(png);
  if (header?.mimeType !== "image/png" || !reachesItsEnd(png, header)) throw new Error("This is no whole PNG.");
  const file = Buffer.from(png);
  if (file[24] !== 8 || file[25] !== 6 || file[28] !== 0) throw new Error("This PNG is of another kind.");
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const { width, height } = header;
  const raw = inflateSync(Buffer.concat(parts));
  const row = width * 4;
  const bytes = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)] ?? 0;
    for (let x = 0; x < row; x++) {
      const left = x >= 4 ? bytes[y * row + x - 4]! : 0;
      const up = y > 0 ? bytes[(y - 1) * row + x]! : 0;
      const corner = x >= 4 && y > 0 ? bytes[(y - 1) * row + x - 4]! : 0;
      bytes[y * row + x] = raw[y * (row + 1) + 1 + x]! + guess(filter, left, up, corner);
    }
  }
  return { width, height, bytes };
}

/** What a filter of PNG expects from the neighbours. */
function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** How many pixels of a part are as dark as writing. */
export function ink({ width, bytes }: Pixels, [left, top, right, bottom]: [number, number, number, number]): number {
  let found = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      if (bytes[at]! + bytes[at + 1]! + bytes[at + 2]! < 240 && bytes[at + 3]! > 200) found++;
    }
  return found;
}
