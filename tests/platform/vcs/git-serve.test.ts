import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dataFolder } from "@/lib/platform/environment";
import { localDriver } from "@/lib/platform/vcs/git";
import { canGive, type GivenBranch, ServesOthers, uploadPack } from "@/lib/platform/vcs/git-serve";

const root = mkdtempSync(join(tmpdir(), "loquat-serve-"));
const ME = { name: "Me", email: "me@example.org" };
let given: GivenBranch;
let wants: Buffer;

beforeAll(async () => {
  const settings = { url: "", branch: "main", push: "", pushBranch: "" };
  const copy = await localDriver.clone(join(root, "copy"), settings);
  // More than fits into a pipe, and cannot be compressed.
  const commit = await copy.commit([{ path: "a", content: randomBytes(3_000_000) }], "Add", ME, ME);
  given = { folder: copy.folder, branch: "main", commit: commit as string };
  wants = Buffer.from(`0032want ${given.commit}\n00000009done\n`);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folders = () => readdirSync(dataFolder("exports")).length;
const all = async (pieces: AsyncGenerator<Uint8Array>) => {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
};

it("answers four at a time, lets others wait, and refuses what is too much", async () => {
  // Nobody reads them: they wait with most of what they have.
  const begun = await Promise.all([0, 1, 2, 3].map(() => uploadPack(given, { body: wants })));
  const later = Array.from({ length: 40 }, () => uploadPack(given, { body: wants }));
  await expect(uploadPack(given, { body: wants })).rejects.toBeInstanceOf(ServesOthers);
  expect(folders()).toBe(4);
  const [first, ...others] = begun;
  const pack = await all(first as AsyncGenerator<Uint8Array>);
  expect(pack.subarray(0, 12).toString()).toBe("0008NAK\nPACK");
  // Who goes away in the middle gives its place back, too.
  for (const pieces of others) {
    expect((await pieces.next()).done).toBe(false);
    await pieces.return(undefined);
  }
  for (const one of later) expect((await all(await one)).length).toBe(pack.length);
  await expect.poll(folders).toBe(0);
});

it("ends what is going on when the client is gone, read or not", async () => {
  const gone = new AbortController();
  const pieces = await uploadPack(given, { body: wants, signal: gone.signal });
  expect((await pieces.next()).done).toBe(false);
  gone.abort();
  await expect.poll(folders).toBe(0);
  // Nobody has read anything of this one, and nobody will.
  const later = new AbortController();
  await uploadPack(given, { body: wants, signal: later.signal });
  expect(folders()).toBe(1);
  later.abort();
  await expect.poll(folders).toBe(0);
  const before = await uploadPack(given, { body: wants, signal: gone.signal });
  expect((await all(before)).length).toBeLessThan(3_000_000);
  await expect.poll(folders).toBe(0);
});

it("a short answer is whole, however late it is read", async () => {
  const branches = await uploadPack(given, {});
  // Its process has ended by then.
  await expect.poll(folders).toBe(0);
  expect((await all(branches)).toString()).toContain(`${given.commit} refs/heads/main`);
});

it("tells whether the copy has the commit", async () => {
  expect(await canGive(given)).toBe(true);
  expect(await canGive({ ...given, commit: "0".repeat(40) })).toBe(false);
  const nowhere = { ...given, folder: join(root, "nothing") };
  expect(await canGive(nowhere)).toBe(false);
  expect(existsSync(nowhere.folder)).toBe(false);
});
