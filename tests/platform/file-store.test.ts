import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EnvironmentError, environment, readEnvironment, setEnvironment } from "@/lib/platform/environment";
import { readStored, removeStored, storedKeys, storeFile } from "@/lib/platform/file-store";
import { type Bucket, KEYS, startBucket } from "../support/bucket";

let bucket: Bucket;

beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.close());

const bytes = new Uint8Array([0, 255, 10, 13, 128]);

const PLACES = {
  "the data folder": () => setEnvironment({ ...environment(), s3: undefined }),
  "a bucket": () =>
    setEnvironment({ ...environment(), s3: { ...KEYS, endpoint: bucket.endpoint, bucket: "pictures" } }),
};

describe.each(Object.entries(PLACES))("files in %s", (_, choose) => {
  it("come back byte for byte, are listed by age, and go", async () => {
    choose();
    const keys: string[] = [];
    for (let count = 0; count < 5; count++) keys.push(await storeFile("pictures", "png", bytes));
    expect(keys[0]).toMatch(/^pictures\/[0-9a-f-]{36}\.png$/);
    for (const key of keys) expect(new Uint8Array((await readStored(key)) ?? [])).toEqual(bytes);
    expect((await storedKeys("pictures", -60_000)).sort()).toEqual([...keys].sort());
    expect(await storedKeys("pictures", 60_000)).toEqual([]);
    for (const key of keys) {
      await removeStored(key);
      await removeStored(key);
      expect(await readStored(key)).toBeUndefined();
    }
    await expect(readStored("../../etc/passwd")).rejects.toThrow(/not a valid key/);
  });
});

describe("a bucket", () => {
  it("that refuses or is missing says so", async () => {
    const s3 = { ...KEYS, endpoint: bucket.endpoint, bucket: "pictures" };
    setEnvironment({ ...environment(), s3: { ...s3, secretAccessKey: "wrong" } });
    await expect(storeFile("pictures", "png", bytes)).rejects.toThrow(
      /403.*SignatureDoesNotMatch|SignatureDoesNotMatch/,
    );
    setEnvironment({ ...environment(), s3: { ...s3, bucket: "none" } });
    await expect(storeFile("pictures", "png", bytes)).rejects.toThrow(/does not exist/);
    expect(bucket.objects.size).toBe(0);
  });

  it("that is named in part stops the start", () => {
    expect(() => readEnvironment({ S3_BUCKET: "pictures" })).toThrow(EnvironmentError);
  });
});
