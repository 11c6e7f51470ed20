import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeOpenpgpKey, signDetached } from "@/lib/platform/vcs/openpgp";
import { signCommit } from "@/lib/platform/vcs/signing";
import { git } from "../../support/git";

/** GnuPG and git take our keys and signatures. */

const root = mkdtempSync(join(tmpdir(), "loquat-gpg-"));
const home = join(root, "home");
mkdirSync(home, { mode: 0o700 });
afterAll(() => {
  execFileSync("gpgconf", ["--homedir", home, "--kill", "all"], { stdio: "ignore" });
  rmSync(root, { recursive: true, force: true });
});

const gpg = (...words: string[]) =>
  execFileSync("gpg", ["--homedir", home, "--batch", "--status-fd", "1", ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

it("gpg --verify and git verify-commit accept what we signed, and nothing else", async () => {
  const key = makeOpenpgpKey("Loquat <noreply@loquat>");
  const [file, document, signature] = [join(root, "key.asc"), join(root, "doc"), join(root, "doc.asc")];
  writeFileSync(file, key.public);
  expect(gpg("--import", file)).toContain(`IMPORT_OK 1 ${key.fingerprint}`);
  writeFileSync(document, "text\r\n");
  writeFileSync(signature, signDetached(key.private, Buffer.from("text\r\n")));
  expect(gpg("--verify", signature, document)).toContain(`VALIDSIG ${key.fingerprint}`);
  writeFileSync(document, "other\n");
  expect(() => gpg("--verify", signature, document)).toThrow();

  const repository = join(root, "repository");
  mkdirSync(repository);
  git(repository, "init", "--quiet");
  git(repository, "commit", "--quiet", "--allow-empty", "-m", "Žlutý\n\nkůň\n");
  const plain = git(repository, "rev-parse", "HEAD").trim();
  const signed = await signCommit(repository, key.private, plain);
  const verify = (commit: string) =>
    execFileSync("git", ["-C", repository, "verify-commit", "--raw", commit], {
      env: { ...process.env, GNUPGHOME: home },
      stdio: ["ignore", "pipe", "pipe"],
    });
  expect(() => verify(signed)).not.toThrow();
  expect(() => verify(plain)).toThrow();
});
