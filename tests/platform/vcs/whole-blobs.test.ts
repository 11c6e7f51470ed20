import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { readBlob } from "@/lib/platform/vcs/git-limits";

/** A git whose output is cut off, as it was seen on machines under load. */

const root = mkdtempSync(join(tmpdir(), "loquat-blobs-"));
const path = process.env.PATH ?? "";
const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
const times = join(root, "times");
const content = Buffer.from("key = value\n".repeat(20_000));
const blobs: Record<string, string> = {};

beforeAll(() => {
  for (const format of ["sha1", "sha256"]) {
    const folder = join(root, format);
    execFileSync("git", ["init", "-q", `--object-format=${format}`, folder]);
    blobs[format] = execFileSync("git", ["-C", folder, "hash-object", "-w", "--stdin"], {
      input: content,
      encoding: "utf8",
    }).trim();
  }
  const script = `#!/bin/sh
left=$(cat '${times}')
case " $* " in *" show "*)
  if [ "$left" -gt 0 ]; then
    echo $((left - 1)) > '${times}'
    '${real}' "$@" | head -c 100000
    exit 0
  fi ;;
esac
exec '${real}' "$@"
`;
  writeFileSync(join(root, "git"), script);
  chmodSync(join(root, "git"), 0o755);
});
afterEach(() => {
  process.env.PATH = path;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Cuts off what git shows, so many times. */
function cut(count: number): void {
  writeFileSync(times, `${count}\n`);
  process.env.PATH = `${root}:${path}`;
}

it.each(["sha1", "sha256"])("a blob that came cut off is read again (%s)", async (format) => {
  cut(2);
  const read = await readBlob(join(root, format), blobs[format] as string);
  expect(content.equals(read)).toBe(true);
  expect(readFileSync(times, "utf8")).toBe("0\n");
});

it("a blob that stays cut off is an error, never a shorter file", async () => {
  cut(100);
  await expect(readBlob(join(root, "sha1"), blobs.sha1 as string)).rejects.toMatchObject({ problem: "broken" });
});
