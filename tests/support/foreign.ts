import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Repositories of other version control systems, as their own programs make them. */

/** A revision as its own program tells of it. */
export interface ForeignEntry {
  author: string;
  message: string;
  paths: string[];
}

export interface ForeignUpstream {
  kind: "mercurial" | "subversion";
  /** Folder of the repository. */
  repository: string;
  /** Address for Loquat. */
  address: string;
  /** Commits files as a developer would; null removes one, `→target` makes a symbolic link. */
  commit(files: Record<string, string | null>, message?: string): void;
  read(path: string): string;
  /** Newest first. */
  log(): ForeignEntry[];
  /** Adds files as they are, whatever they mean to the program. */
  add?(path: string, line: string): void;
  /** Puts a program where the repository starts it for every push. */
  hook(script: string): void;
  remove(): void;
}

const run = (program: string, words: readonly string[], cwd: string): string =>
  execFileSync(program, words, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HGRCPATH: "", HGPLAIN: "1", HGENCODING: "UTF-8", LC_ALL: "C.UTF-8" },
  });

function write(folder: string, files: Record<string, string | null>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (content === null) unlinkSync(file);
    else if (content.startsWith("→")) symlinkSync(content.slice(1), file);
    else writeFileSync(file, content);
  }
}

const place = () => realpathSync(mkdtempSync(join(tmpdir(), "loquat-foreign-")));

export function makeMercurial(files: Record<string, string>): ForeignUpstream {
  const folder = place();
  const [repository, work] = [join(folder, "remote"), join(folder, "work")];
  run("hg", ["init", repository], folder);
  run("hg", ["init", work], folder);
  const hg = (...words: string[]) => run("hg", ["-R", repository, ...words], folder);
  const upstream: ForeignUpstream = {
    kind: "mercurial",
    repository,
    address: repository,
    commit(changed, message = "Change files") {
      run("hg", ["-R", work, "pull", "-q", "-u", repository], folder);
      write(work, changed);
      run("hg", ["-R", work, "addremove", "-q"], work);
      run("hg", ["-R", work, "commit", "-q", "-u", "Jana Nováková <jana@example.org>", "-m", message], work);
      run("hg", ["-R", work, "push", "-q", repository], folder);
    },
    add(path, line) {
      const patch = join(folder, "patch");
      writeFileSync(
        patch,
        `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,1 @@\n+${line}\n`,
      );
      hg("debugsetparents", "default");
      hg("import", "--bypass", "-q", "-u", "Jana", "-m", `Add ${path}`, patch);
      hg("debugsetparents", "null");
    },
    read: (path) => hg("cat", "-r", "default", `path:${path}`),
    log: () =>
      JSON.parse(hg("log", "-v", "-T", "json")).map((one: { user: string; desc: string; files: string[] }) => ({
        ...{ author: one.user, message: one.desc, paths: [...one.files].sort() },
      })),
    hook(script) {
      writeFileSync(join(repository, ".hg", "hgrc"), `[hooks]\nincoming = ${script}\npretxnchangegroup = ${script}\n`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
  upstream.commit(files, "Start");
  return upstream;
}

export function makeSubversion(files: Record<string, string>): ForeignUpstream {
  const folder = place();
  const [repository, work] = [join(folder, "remote"), join(folder, "work")];
  const address = `file://${repository}/trunk`;
  const svn = (...words: string[]) =>
    run("svn", [words[0] as string, "--non-interactive", "--config-dir", join(folder, "c"), ...words.slice(1)], folder);
  run("svnadmin", ["create", repository], folder);
  svn("mkdir", "-q", "-m", "Layout", address);
  svn("checkout", "-q", address, work);
  const upstream: ForeignUpstream = {
    kind: "subversion",
    repository,
    address,
    commit(changed, message = "Change files") {
      svn("update", "-q", work);
      const gone = Object.keys(changed).filter((path) => changed[path] === null);
      if (gone.length > 0) svn("rm", "-q", ...gone.map((path) => `${join(work, path)}@`));
      write(work, Object.fromEntries(Object.entries(changed).filter(([, content]) => content !== null)));
      svn("add", "-q", "--force", work);
      svn("commit", "-q", "--username", "jana", "-m", message, work);
    },
    read: (path) => svn("cat", `${address}/${path.split("/").map(encodeURIComponent).join("/")}@`),
    log() {
      const xml = svn("log", "--xml", "-v", address);
      return [...xml.matchAll(/<logentry[\s\S]*?<\/logentry>/g)].map(([entry]) => ({
        author: /<author>(.*?)<\/author>/.exec(entry)?.[1] ?? "",
        message: (/<msg>([\s\S]*?)<\/msg>/.exec(entry)?.[1] ?? "")
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .trim(),
        paths: [...entry.matchAll(/<path[^>]*>\/trunk\/?([^<]*)<\/path>/g)].map(([, path]) => path ?? "").sort(),
      }));
    },
    hook(script) {
      const file = join(repository, "hooks", "post-commit");
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
  upstream.commit(files, "Start");
  return upstream;
}
