import { crc32, deflateRawSync } from "node:zlib";
import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { type NewMember, openZip, readMember, writeZip } from "@/lib/text/formats/kernel/zip";

const bytes = (text: string) => new TextEncoder().encode(text);

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytes(text);
}

/** Names in an archive as another reader has them; checksums of all members are compared. */
async function listed(archive: Uint8Array): Promise<string[]> {
  return Object.keys((await JSZip.loadAsync(archive, { checkCRC32: true })).files);
}

/** A member as JSZip holds it. */
interface Compressed {
  crc32: number;
  uncompressedSize: number;
  compressedContent: Uint8Array;
}

describe("an archive that is streamed", () => {
  it("is read by other tools, names and bytes as they were", async () => {
    const members: NewMember[] = [
      { name: "hello/app/po/cs.po", content: bytes('msgid ""\n') },
      { name: "hello/app/ž日本.json", content: bytes("{}") },
      { name: "empty", content: bytes("") },
      { name: "big", content: new Uint8Array(300_000).fill(7) },
    ];
    const archive = await collect(writeZip(members));
    const zip = await JSZip.loadAsync(archive, { checkCRC32: true });
    for (const member of members)
      expect(Buffer.from((await zip.file(member.name)?.async("uint8array")) ?? [])).toEqual(
        Buffer.from(member.content as Uint8Array),
      );
    expect(await listed(archive)).toEqual(members.map((member) => member.name));
    expect(await collect(writeZip(members))).toEqual(archive);
  });

  it("takes a member in pieces", async () => {
    const archive = await collect(
      writeZip([
        { name: "pieces", content: pieces("one ", "two ", "three") },
        { name: "none", content: pieces() },
        { name: "whole", content: bytes("four") },
      ]),
    );
    expect(await listed(archive)).toEqual(["pieces", "none", "whole"]);
    const zip = openZip(archive);
    expect(["pieces", "none", "whole"].map((name) => readMember(zip, name)?.toString())).toEqual([
      "one two three",
      "",
      "four",
    ]);
  });

  it("fails when the pieces of a member do", async () => {
    const failing = (async function* () {
      yield bytes("one");
      throw new RangeError("no more");
    })();
    await expect(collect(writeZip([{ name: "a", content: failing }]))).rejects.toThrow("no more");
  });

  it("has nothing in it when there is nothing", async () => {
    expect(await listed(await collect(writeZip([])))).toEqual([]);
  });

  it("may have more members than the directory of old archives counts", async () => {
    const names = Array.from({ length: 65_536 }, (_, index) => `f${index}`);
    const archive = await collect(writeZip(names.map((name) => ({ name, content: bytes("x") }))));
    const { files } = await JSZip.loadAsync(archive);
    expect(Object.keys(files)).toEqual(names);
    // To unpack each takes JSZip a quarter of a minute: what it has found of each, with its checksum, says as much.
    const found = Object.values(files).map((file) => {
      const { crc32: sum, uncompressedSize, compressedContent } = (file as unknown as { _data: Compressed })._data;
      return `${sum >>> 0} ${uncompressedSize} ${Buffer.from(compressedContent).toString("hex")}`;
    });
    expect([...new Set(found)]).toEqual([`${crc32(bytes("x"))} 1 ${deflateRawSync("x").toString("hex")}`]);
  }, 120_000);

  it("holds one member at a time", async () => {
    let most = 0;
    async function* members(): AsyncGenerator<NewMember> {
      for (let index = 0; index < 200; index++) {
        const content = new Uint8Array(1_000_000).fill(index);
        most = Math.max(most, process.memoryUsage().arrayBuffers);
        yield { name: `f${index}`, content };
      }
    }
    const before = process.memoryUsage().arrayBuffers;
    let size = 0;
    for await (const chunk of writeZip(members())) size += chunk.length;
    expect(size).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(120_000_000);
  });
});
