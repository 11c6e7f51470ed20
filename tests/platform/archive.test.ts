import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { ArchiveError, readArchive, zipStream } from "@/lib/platform/archive";

const bytes = (text: string) => new TextEncoder().encode(text);
const LIMITS = { entries: 100, entryBytes: 1_000_000, bytes: 2_000_000 };

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe("an archive that is streamed", () => {
  it("is read by other tools, names and bytes as they were", async () => {
    const members = [
      { path: "hello/app/po/cs.po", content: bytes('msgid ""\n') },
      { path: "hello/app/ž日本.json", content: bytes("{}") },
      { path: "empty", content: bytes("") },
      { path: "big", content: new Uint8Array(300_000).fill(7) },
    ];
    const archive = await collect(zipStream(members));
    const zip = await JSZip.loadAsync(archive, { checkCRC32: true });
    for (const member of members)
      expect(Buffer.from((await zip.file(member.path)?.async("uint8array")) ?? [])).toEqual(
        Buffer.from(member.content),
      );
    const file = join(mkdtempSync(join(tmpdir(), "loquat-zip-")), "a.zip");
    writeFileSync(file, archive);
    const listed = execFileSync(
      "python3",
      [
        "-c",
        "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print('\\n'.join(z.namelist()))",
        file,
      ],
      { encoding: "utf8" },
    );
    expect(listed.trim().split("\n")).toEqual(members.map((member) => member.path));
    expect(await collect(zipStream(members))).toEqual(readFileSync(file));
  });

  it("has nothing in it when there is nothing", async () => {
    expect(Object.keys((await JSZip.loadAsync(await collect(zipStream([])))).files)).toEqual([]);
  });

  it("holds one member at a time", async () => {
    let most = 0;
    async function* members() {
      for (let index = 0; index < 200; index++) {
        const content = new Uint8Array(1_000_000).map((_, at) => (at * index) % 251);
        most = Math.max(most, process.memoryUsage().arrayBuffers);
        yield { path: `f${index}`, content };
      }
    }
    const before = process.memoryUsage().arrayBuffers;
    let size = 0;
    for await (const chunk of zipStream(members())) size += chunk.length;
    expect(size).toBeGreaterThan(0);
    expect(most - before).toBeLessThan(120_000_000);
  });
});

describe("an archive that is read", () => {
  const zipOf = async (files: Record<string, string | Uint8Array>) => {
    const zip = new JSZip();
    for (const [path, content] of Object.entries(files)) zip.file(path, content, { createFolders: false });
    return zip.generateAsync({ type: "uint8array", compression: "DEFLATE" });
  };

  it("gives its files", async () => {
    expect(await readArchive(await zipOf({ "a/b.json": "{}" }), LIMITS)).toEqual([
      { path: "a/b.json", content: Buffer.from("{}") },
    ]);
  });

  it.each([
    ["a name that leaves the folder", { "../x": "y" }, /not allowed/],
    ["an absolute name", { "/etc/x": "y" }, /not allowed/],
    ["a name below .git", { ".git/config": "y" }, /not allowed/],
    ["a bomb", { x: new Uint8Array(5_000_000) }, /unpacked archive is larger/],
  ])("%s is refused", async (_name, files, message) => {
    await expect(readArchive(await zipOf(files as Record<string, string>), LIMITS)).rejects.toThrow(message);
  });

  it("too many files and what is no archive are refused", async () => {
    await expect(
      readArchive(
        await zipOf(Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, "x"]))),
        LIMITS,
      ),
    ).rejects.toThrow(/more than 100/);
    await expect(readArchive(bytes("PK no"), LIMITS)).rejects.toThrow(ArchiveError);
  });
});
