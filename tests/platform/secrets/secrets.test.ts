import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Environment, environment, readEnvironment, setEnvironment } from "@/lib/platform/environment";
import { addFileKey, currentKeys, dropFileKeys, hasSecretKey, secretKeyFile } from "@/lib/platform/secrets/keys";
import { isSealed, keyIdOf, open, seal } from "@/lib/platform/secrets/seal";

/** Sealing, and where the keys come from. */

const root = mkdtempSync(join(tmpdir(), "loquat-keys-"));
let before: Environment;
let count = 0;
const set = (more: Partial<Environment>) => setEnvironment({ ...environment(), ...more });
const aKey = () => randomBytes(32).toString("hex");

beforeAll(() => {
  before = environment();
});
beforeEach(() => set({ dataFolder: join(root, String(count++)), secretKey: undefined, secretKeysOld: [] }));
afterEach(() => setEnvironment(before));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("what is sealed", () => {
  it("opens again, never looks the same twice, and shows nothing", () => {
    const secret = "pässwörd \u{1f511} with a long tail ".repeat(50);
    const [one, two] = [seal(secret, "a.b"), seal(secret, "a.b")];
    expect([one, two].map((sealed) => open(sealed, "a.b"))).toEqual([secret, secret]);
    expect(one).not.toBe(two);
    expect(isSealed(one)).toBe(true);
    expect(one).not.toContain("password");
    expect(keyIdOf(one)).toBe(currentKeys().current.id);
  });

  it("is nothing where there is no secret, and plain text of a former version stays", () => {
    expect(seal("", "a.b")).toBe("");
    expect(open("", "a.b")).toBe("");
    expect(open("plain", "a.b")).toBe("plain");
  });

  it("opens in its own place only, and not when a character was changed", () => {
    const sealed = seal("secret", "a.b");
    expect(() => open(sealed, "a.c")).toThrow(/damaged/);
    for (let at = sealed.lastIndexOf(":") + 1; at < sealed.length; at += 7) {
      const other = sealed[at] === "A" ? "B" : "A";
      expect(() => open(sealed.slice(0, at) + other + sealed.slice(at + 1), "a.b")).toThrow(/damaged/);
    }
    expect(() => open(sealed.slice(0, -30), "a.b")).toThrow(/damaged/);
  });

  it("says which setting is needed when the key is another one", () => {
    set({ secretKey: aKey() });
    const sealed = seal("secret", "a.b");
    set({ secretKey: aKey() });
    expect(() => open(sealed, "a.b")).toThrow(new RegExp(`${keyIdOf(sealed)}.*LOQUAT_SECRET_KEY`));
    set({ secretKey: undefined });
    expect(() => open(sealed, "a.b")).toThrow(/LOQUAT_SECRET_KEY/);
  });
});

describe("the key", () => {
  it("lies in a file of the data folder that its owner alone can read", () => {
    expect(hasSecretKey()).toBe(false);
    const sealed = seal("secret", "a.b");
    expect(statSync(secretKeyFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(secretKeyFile(), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    chmodSync(secretKeyFile(), 0o644);
    writeFileSync(secretKeyFile(), `${readFileSync(secretKeyFile(), "utf8")}\n`);
    expect(open(sealed, "a.b")).toBe("secret");
    expect(statSync(secretKeyFile()).mode & 0o777).toBe(0o600);
  });

  it("is the same for processes that start at once", async () => {
    const program = `
      import { readEnvironment, setEnvironment } from "@/lib/platform/environment";
      import { currentKeys } from "@/lib/platform/secrets/keys";
      setEnvironment(readEnvironment({ LOQUAT_DATA: ${JSON.stringify(environment().dataFolder)} }));
      console.log(currentKeys().current.id);`;
    const run = () => promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
    const found = await Promise.all(Array.from({ length: 4 }, run));
    expect(new Set(found.map(({ stdout }) => stdout.trim()))).toEqual(new Set([currentKeys().current.id]));
  });

  it("that cannot be read is told of, and not replaced", () => {
    for (const text of ["", "short\n", `${aKey()}\nzz\n`]) {
      writeFileSync(secretKeyFile(), text);
      expect(() => currentKeys()).toThrow(/key file .*secret-key cannot be read.*LOQUAT_SECRET_KEY/);
      expect(readFileSync(secretKeyFile(), "utf8")).toBe(text);
    }
  });

  it("of the settings comes first; the file still opens what it sealed", () => {
    const sealed = seal("secret", "a.b");
    const key = aKey();
    set({ secretKey: key });
    expect(currentKeys().from).toBe("setting");
    expect(open(sealed, "a.b")).toBe("secret");
    const newer = seal("secret", "a.b");
    expect(keyIdOf(newer)).not.toBe(keyIdOf(sealed));
    set({ secretKey: aKey(), secretKeysOld: [Buffer.from(key, "hex").toString("base64")] });
    expect(open(newer, "a.b")).toBe("secret");
  });

  it("is followed by a new one at once, and the former one opens until it is dropped", () => {
    const sealed = seal("secret", "a.b");
    addFileKey();
    expect(keyIdOf(seal("x", "a.b"))).not.toBe(keyIdOf(sealed));
    const { current } = currentKeys();
    // A rotation that was stopped goes on with the same key.
    addFileKey();
    expect(currentKeys().current.id).toBe(current.id);
    expect(open(sealed, "a.b")).toBe("secret");
    dropFileKeys();
    expect(currentKeys()).toMatchObject({ current: { id: current.id }, old: [] });
    expect(() => open(sealed, "a.b")).toThrow(/LOQUAT_SECRET_KEY/);
    expect(statSync(secretKeyFile()).mode & 0o777).toBe(0o600);
  });
});

describe("LOQUAT_SECRET_KEY", () => {
  it("takes 32 bytes in hex or base64", () => {
    const bytes = randomBytes(32);
    for (const form of ["hex", "base64", "base64url"] as const)
      expect(readEnvironment({ LOQUAT_SECRET_KEY: bytes.toString(form) }).secretKey).toBe(bytes.toString(form));
    const pair = { LOQUAT_SECRET_KEY_OLD: `${aKey()}, ${aKey()}` };
    expect(readEnvironment(pair).secretKeysOld).toHaveLength(2);
  });

  it.each(["LOQUAT_SECRET_KEY", "LOQUAT_SECRET_KEY_OLD"])("%s is refused without being told", (name) => {
    for (const wrong of ["topsecret", randomBytes(31).toString("hex"), randomBytes(33).toString("base64")]) {
      const refused = () => readEnvironment({ [name]: wrong });
      expect(refused).toThrow(new RegExp(`${name} must be 32 bytes, in hex`));
      expect(refused).not.toThrow(new RegExp(wrong.replace(/[+/]/g, "\\$&")));
    }
  });
});
