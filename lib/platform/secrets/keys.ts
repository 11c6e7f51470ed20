import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, EnvironmentError, environment } from "../environment";
import { readKeyText } from "./key-text";

/**
 * The keys that secrets are sealed with: LOQUAT_SECRET_KEY, or a file in the data folder that the first process makes.
 * Former keys still open what they sealed: those of LOQUAT_SECRET_KEY_OLD, and those of the file.
 */

/** A key is missing, or something cannot be opened with those that are known. Names the setting. */
export class SecretKeyError extends EnvironmentError {}

export interface SecretKey {
  /** Stands in everything that the key sealed. */
  id: string;
  bytes: Buffer;
}

export interface SecretKeys {
  /** Seals. */
  current: SecretKey;
  /** Only open. */
  old: readonly SecretKey[];
  /** Where the current one comes from. */
  from: "setting" | "file";
}

/** Where the key lies unless a setting names it: one key on each line, the current one first. */
export function secretKeyFile(): string {
  return join(dataFolder(), "secret-key");
}

/** Whether a key is there already, so that none would be made. */
export function hasSecretKey(): boolean {
  return environment().secretKey !== undefined || existsSync(secretKeyFile());
}

/** All keys of this process as they are at this moment; the file is made when there is neither it nor a setting. */
export function currentKeys(): SecretKeys {
  const { secretKey, secretKeysOld } = environment();
  const former = secretKeysOld.map(keyOf);
  if (secretKey !== undefined) {
    const filed = existsSync(secretKeyFile()) ? keysOfFile() : [];
    return { current: keyOf(secretKey), old: [...former, ...filed], from: "setting" };
  }
  if (!existsSync(secretKeyFile())) makeFile();
  const [current, ...old] = keysOfFile();
  return { current: current as SecretKey, old: [...old, ...former], from: "file" };
}

/** The key of this id, or undefined. */
export function findKey(id: string): SecretKey | undefined {
  const { current, old } = currentKeys();
  return [current, ...old].find((key) => key.id === id);
}

/**
 * Puts a new key before the others of the file. Where it holds several already, a rotation was not ended: the first of
 * them is the new one. Does nothing where a setting names the key.
 */
export function addFileKey(): void {
  if (currentKeys().from === "setting" || keysOfFile().length > 1) return;
  replaceFile([randomBytes(32), ...keysOfFile().map((key) => key.bytes)]);
}

/** Forgets all keys of the file but the current one, when nothing is sealed with them any more. */
export function dropFileKeys(): void {
  if (currentKeys().from === "file")
    replaceFile(
      keysOfFile()
        .slice(0, 1)
        .map((key) => key.bytes),
    );
}

const ids = new Map<string, string>();

function keyOf(text: string): SecretKey {
  const bytes = readKeyText(text);
  if (!bytes) throw new SecretKeyError("LOQUAT_SECRET_KEY must be 32 bytes, in hex or base64.");
  const hex = bytes.toString("hex");
  const id =
    ids.get(hex) ?? createHash("sha256").update("loquat secret key\0").update(bytes).digest("hex").slice(0, 16);
  ids.set(hex, id);
  return { id, bytes };
}

let read: { stamp: string; keys: SecretKey[] } | undefined;

/** The file is looked at each time, so that a new key counts at once in every process. */
function keysOfFile(): SecretKey[] {
  const file = secretKeyFile();
  const { ino, mtimeMs, size, mode } = statSync(file);
  const stamp = [file, ino, mtimeMs, size].join(" ");
  if (read?.stamp === stamp) return read.keys;
  if (process.platform !== "win32" && (mode & 0o077) !== 0) chmodSync(file, 0o600);
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length === 0 || lines.some((line) => !readKeyText(line)))
    throw new SecretKeyError(
      `The key file ${file} cannot be read. Restore the former file, or set LOQUAT_SECRET_KEY to its key.`,
    );
  read = { stamp, keys: lines.map(keyOf) };
  return read.keys;
}

const written = (keys: readonly Buffer[]): string => keys.map((key) => `${key.toString("hex")}\n`).join("");

function writeBeside(keys: readonly Buffer[]): string {
  const path = `${secretKeyFile()}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(path, written(keys), { mode: 0o600, flag: "wx", flush: true });
  return path;
}

/** Several processes may come here at once: whose file is there first counts. */
function makeFile(): void {
  const path = writeBeside([randomBytes(32)]);
  try {
    linkSync(path, secretKeyFile());
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  } finally {
    rmSync(path, { force: true });
  }
}

function replaceFile(keys: readonly Buffer[]): void {
  renameSync(writeBeside(keys), secretKeyFile());
}
