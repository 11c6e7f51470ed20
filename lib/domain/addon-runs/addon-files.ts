import { localCommits } from "@/lib/generated/tables";
import { row } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { Person } from "@/lib/platform/vcs/vcs";
import { refusal } from "@/lib/text/messages/refusal";
import type { AddonFiles, FileChange } from "../addons/addon";
import type { ComponentRow } from "../components/components";
import { Failed } from "../errors";
import { commitPending } from "../integrate/commit";
import { commitMessage } from "../integrate/commit-message";
import { pushIfWanted } from "../integrate/push";
import { ensureSynced, updateRepository } from "../integrate/update";
import { followFile } from "../sync/follow-file";
import { storeStatus } from "../working-copy/status";
import { type Checkout, COMMITTER, withWorkingCopy } from "../working-copy/working-copy";

/** The files of a repository as an add-on may use them. */

const LONGEST_FILE = 5_000_000;
const WAIT_MS = 60_000;

/** Lets an add-on work on the files of a component's branch; commits what it changed in its name, and pushes where that is on. */
export async function withAddonFiles<T>(
  component: ComponentRow,
  addon: { name: string; author: Person },
  work: (files: AddonFiles, checkout: Checkout) => Promise<T>,
): Promise<T> {
  return withWorkingCopy(
    component.repositoryId,
    async (checkout) => {
      await ensureSynced(checkout);
      const files = new BranchFiles(checkout, component, addon);
      const result = await work(files, checkout);
      if (files.commits > 0) {
        if (!checkout.driver.hasRemote) await updateRepository(checkout);
        else await pushIfWanted(checkout);
        await storeStatus(checkout);
      }
      return result;
    },
    { waitMs: WAIT_MS },
  );
}

/** Whether the component's branch has one of these files; for add-ons that need one. */
export async function hasOneOf(component: ComponentRow, paths: readonly string[]): Promise<boolean> {
  return withWorkingCopy(
    component.repositoryId,
    async ({ copy }) => (await copy.tree("HEAD")).some((file) => paths.includes(file.path)),
    { waitMs: WAIT_MS },
  );
}

class BranchFiles implements AddonFiles {
  commits = 0;

  constructor(
    private readonly checkout: Checkout,
    private readonly component: ComponentRow,
    private readonly addon: { name: string; author: Person },
  ) {}

  async paths(): Promise<string[]> {
    return (await this.checkout.copy.tree("HEAD")).map((file) => file.path);
  }

  async read(path: string): Promise<string | undefined> {
    const bytes = await this.bytes(path);
    return bytes && new TextDecoder().decode(bytes);
  }

  async bytes(path: string): Promise<Uint8Array | undefined> {
    return (await this.several([path]))[0]?.bytes;
  }

  async several(paths: readonly string[]): Promise<{ path: string; bytes: Uint8Array }[]> {
    const wanted = new Set(paths);
    const tree = (await this.checkout.copy.tree("HEAD")).filter(({ path }) => wanted.has(path));
    const blobs = new Map(tree.map(({ path, blob }) => [path, blob]));
    const found: { path: string; bytes: Uint8Array }[] = [];
    await this.checkout.copy.bring([...blobs.values()]);
    for (const path of paths) {
      const blob = blobs.get(path);
      if (blob === undefined) continue;
      const bytes = await this.checkout.copy.read(blob, path);
      if (bytes.length > LONGEST_FILE) throw new Failed(refusal("tooLargeRead", { path }));
      found.push({ path, bytes });
    }
    return found;
  }

  async commitTexts(remake: (files: AddonFiles) => Promise<FileChange[]>): Promise<boolean> {
    this.commits += (await commitPending(this.checkout)).commits;
    const changes = await remake(this);
    const former = new Map<string, Uint8Array | undefined>();
    for (const { path } of changes) former.set(path, await this.bytes(path));
    if (!(await this.commit(changes))) return false;
    const { component } = this;
    const base = component.template ? await this.bytes(component.template) : undefined;
    const template = component.newBase ? await this.bytes(component.newBase) : undefined;
    for (const { path, content } of changes)
      if (content) await followFile(component, path, { before: former.get(path), after: content, base, template });
    return true;
  }

  async commit(changes: readonly FileChange[]): Promise<boolean> {
    if (changes.length === 0) return false;
    const message = await commitMessage(this.component, "addonMessage", undefined, {
      addon_name: this.addon.name,
      hook_name: this.addon.name,
    });
    const sha = await this.checkout.copy.commit(changes, message, this.addon.author, COMMITTER);
    if (!sha) return false;
    const made = { repositoryId: this.checkout.repository.id, sha, kind: "addon" };
    await db.run(sql`insert into ${localCommits} ${row(localCommits, made)} on conflict do nothing`);
    this.commits++;
    return true;
  }
}
