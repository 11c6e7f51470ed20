import JSZip from "jszip";
import { describe, expect, it } from "vitest";
import { ArchiveError, readArchive } from "@/lib/platform/archive";

const bytes = (text: string) => new TextEncoder().encode(text);
const LIMITS = { entries: 100, entryBytes: 1_000_000, bytes: 2_000_000 };

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
