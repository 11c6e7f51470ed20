/** The beginnings of pictures of a given size: as much as a reader of headers looks at. */

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
};

export function png(width: number, height: number, animated = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(animated ? [chunk("gAMA", Buffer.alloc(4)), chunk("acTL", Buffer.alloc(8))] : []),
    chunk("IDAT", Buffer.alloc(12)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const application = Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), Buffer.from("JFIF\0"), Buffer.alloc(9)]);
  const table = Buffer.concat([Buffer.from([0xff, 0xc4, 0, 5]), Buffer.alloc(3)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    application,
    table,
    Buffer.from([0xff]),
    frame,
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function gif(width: number, height: number): Buffer {
  const bytes = Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(7), Buffer.from([0x3b])]);
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

export function webp(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write("RIFF", 0);
  bytes.write("WEBP", 8);
  bytes.write(kind, 12);
  if (kind === "VP8 ") {
    bytes.set([0x9d, 0x01, 0x2a], 23);
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (kind === "VP8L") {
    bytes.writeUInt8(0x2f, 20);
    bytes.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes;
}
