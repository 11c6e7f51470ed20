import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { claimFileStore, FilesElsewhere } from "@/lib/platform/file-store-claim";
import { KEYS } from "../support/bucket";

let folders: string[];

beforeAll(() => {
  folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "loquat-machine-")));
});

const onMachine = (number: number, s3 = false) =>
  setEnvironment({
    ...environment(),
    dataFolder: folders[number] as string,
    s3: s3 ? { ...KEYS, endpoint: "http://127.0.0.1:1", bucket: "pictures" } : undefined,
  });

describe("uploaded files in a data folder", () => {
  it("keep a second machine out, until the first one ends", async () => {
    onMachine(0);
    const end = await claimFileStore();
    onMachine(1);
    await expect(claimFileStore()).rejects.toThrow(FilesElsewhere);
    await expect(claimFileStore()).rejects.toThrow(/S3_BUCKET/);
    await end();
    await (await claimFileStore())();
    onMachine(0);
    await (await claimFileStore())();
  });

  it("let machines in that share a bucket", async () => {
    onMachine(0, true);
    const end = await claimFileStore();
    onMachine(1, true);
    await (await claimFileStore())();
    await end();
  });
});
