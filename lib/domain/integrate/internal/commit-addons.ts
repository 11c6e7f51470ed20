import { inTransaction } from "@/lib/platform/database";
import { recordRun } from "../../addons/activity";
import type { AddonTranslation, FileChange } from "../../addons/addon";
import { type ActiveAddon, activeFor, addonsNear } from "../../addons/installed";
import { isStarted, queueRun } from "../../addons/queue";
import { openConfiguration } from "../../addons/settings-secrets";
import type { ComponentRow } from "../../components/components";
import type { SyncTranslation } from "../../files/context";
import type { OpenFile } from "../../files/open-file";
import { addonTranslations } from "../addon-translations";
import { renderForFile } from "../commit-message";

/** What add-ons put into the commits of translations. An add-on that fails holds back no commit. */

const EVENT = "before-commit";

/** A translation with its language's name, as commits know it. */
type Committed = SyncTranslation & { languageName: string };

/** The add-ons of one repository, looked up once for all of its commits. */
export class CommitAddons {
  private readonly found = new Map<number, { active: ActiveAddon[]; translations: AddonTranslation[] }>();

  private readonly woken = new Set<string>();

  private constructor(private readonly near: Awaited<ReturnType<typeof addonsNear>>) {}

  static async open(repositoryId: number): Promise<CommitAddons> {
    return new CommitAddons(await addonsNear(repositoryId));
  }

  private async of(component: ComponentRow): Promise<{ active: ActiveAddon[]; translations: AddonTranslation[] }> {
    const known = this.found.get(component.id);
    if (known) return known;
    const active = activeFor(component, this.near).filter(
      ({ addon }) => addon.beforeCommit || addon.on.includes("committed"),
    );
    const found = { active, translations: active.length > 0 ? await addonTranslations(component.id) : [] };
    this.found.set(component.id, found);
    return found;
  }

  /** Whether add-ons look at or change the files of a component before they are committed. */
  async changeFiles(component: ComponentRow): Promise<boolean> {
    return (await this.of(component)).active.some(({ addon }) => addon.beforeCommit !== undefined);
  }

  /**
   * All files of a commit of one language's file: that file, as add-ons want it to be, and what they add to it. The
   * writer goes on from what is committed.
   */
  async filesFor(
    component: ComponentRow,
    translation: Committed,
    author: string,
    writer: OpenFile,
  ): Promise<{ path: string; content: Uint8Array | null }[]> {
    const more = new Map<string, FileChange>();
    const { active, translations } = await this.of(component);
    for (const one of active) {
      // It runs when the repository is free again, that is behind all of these commits.
      if (one.addon.on.includes("committed")) await this.wakeAfter(one, component, author);
      if (!one.addon.beforeCommit) continue;
      try {
        const changes = await this.ask(one, component, translation, { author, writer, siblings: translations });
        for (const change of changes)
          if (change.path !== translation.filename) more.set(change.path, change);
          else if (change.content) await writer.replace(change.content);
        await recordRun(one, component, EVENT, { text: "" });
      } catch (error) {
        await recordRun(one, component, EVENT, { error });
      }
    }
    return [{ path: translation.filename, content: writer.bytes() }, ...more.values()];
  }

  /** Once for all commits of a component: one run sees them all. */
  private async wakeAfter(
    { row, addon }: ActiveAddon,
    { id: componentId, projectId }: ComponentRow,
    author: string,
  ): Promise<void> {
    const name = `${row.id} ${componentId}`;
    const address = /<([^<>]*)>$/.exec(author)?.[1] ?? "";
    if (this.woken.has(name) || !isStarted(addon, row, "committed", [address])) return;
    this.woken.add(name);
    await inTransaction((tx) => queueRun(tx, row, "committed", { componentId, projectId }));
  }

  private async ask(
    { row, addon }: ActiveAddon,
    component: ComponentRow,
    translation: Committed,
    now: { author: string; writer: OpenFile; siblings: readonly AddonTranslation[] },
  ): Promise<FileChange[]> {
    const { author, writer, siblings } = now;
    const { languageName, languageDbCode: languageCode, languageCode: fileCode } = translation;
    const asked = addon.beforeCommit?.({
      settings: addon.settings.parse(openConfiguration(row)),
      component,
      translation: {
        id: translation.id,
        languageCode,
        fileCode,
        languageName,
        filename: translation.filename,
        isSource: translation.isSource,
        plural: translation.plural,
      },
      siblings,
      content: writer.bytes(),
      author,
      now: new Date(),
      render: (template) => renderForFile(component, template, { translation, languageName, author }),
    });
    return (await asked) ?? [];
  }
}
