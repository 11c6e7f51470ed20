import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localDriver } from "./git";

/** Makes a bare Git repository with one commit on `main` that holds the files. */
export async function makeRepository(
  folder: string,
  files: Readonly<Record<string, string>>,
  message: string,
  author: { name: string; email: string },
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "loquat-make-"));
  try {
    const settings = { url: folder, branch: "main", push: "", pushBranch: "" };
    await initialiseBare(folder);
    const copy = await localDriver.clone(join(work, "copy"), settings);
    await copy.commit(
      Object.entries(files).map(([path, text]) => ({ path, content: new TextEncoder().encode(text) })),
      message,
      author,
      author,
    );
    await copy.push();
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function initialiseBare(folder: string): Promise<void> {
  await mkdir(join(folder, "refs", "heads"), { recursive: true });
  await mkdir(join(folder, "objects"), { recursive: true });
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
}
