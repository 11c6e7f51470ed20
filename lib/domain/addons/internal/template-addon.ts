import type { z } from "zod";
import { ExtractionError, type Program, type SourceFile } from "@/lib/platform/extract-strings";
import { gettextPo, nameTemplate, renewTemplate } from "@/lib/text/formats/gettext/gettext";
import { refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import type { Addon, AddonFiles, AddonRun } from "../addon";
import { choice, flag } from "./fields";
import { unlessPo } from "./said";

/** What all add-ons have in common that make a template (POT) anew from the sources of a program, as often as wanted. */

const DAYS = { daily: 1, weekly: 7, monthly: 30 } as const;

/** Settings of all of them. */
export const TEMPLATE_SETTINGS = {
  interval: choice({
    title: "How often",
    values: ["daily", "weekly", "monthly"],
    initial: "weekly",
    labels: { daily: "Once a day at most", weekly: "Once a week at most", monthly: "Once a month at most" },
  }),
  normalize_header: flag({
    title: "Write the header anew",
    description: "It names the component then. Else the header of the template stays as it is.",
    initial: false,
  }),
};

type Settings = z.infer<z.ZodObject<typeof TEMPLATE_SETTINGS>>;

/** How many files, and bytes of them, are looked into. */
const MOST = { files: 20_000, bytes: 200_000_000 };

/**
 * An add-on that makes the template of a component anew.
 * @param sourcesOf the files that strings are taken from
 * @param extract the template that a program makes of them. @throws ExtractionError
 */
export function templateAddon<S extends Settings>(
  { id, ...told }: { id: string; name: string; description: string; program: Program },
  settings: z.ZodType<S>,
  sourcesOf: (settings: S, component: ComponentRow, files: AddonFiles) => Promise<SourceFile[]>,
  extract: (sources: readonly SourceFile[], settings: S, component: ComponentRow) => Promise<string>,
): Addon<S> {
  /** The template as the sources have it; undefined where it is so already. */
  async function renewed(
    given: S,
    component: ComponentRow,
    files: AddonFiles,
  ): Promise<{ text: string; former: Uint8Array | undefined; files: number } | undefined> {
    const sources = await sourcesOf(given, component, files);
    if (sources.length === 0) throw new Failed(refusal("extractNoSource"));
    const made = await extract(sources, given, component).catch((error: unknown) => {
      throw error instanceof ExtractionError ? new Error(error.message, { cause: error }) : error;
    });
    if (made === "") throw new Failed(refusal("extractNoTexts", { files: sources.length }));
    const former = await files.bytes(component.newBase);
    const before = former && gettextPo.decode(former);
    const named = given.normalize_header ? nameTemplate(made, component.name) : made;
    const text = renewTemplate(before, named, !given.normalize_header);
    return text === before ? undefined : { text, former, files: sources.length };
  }

  return {
    ...told,
    id: `weblate.${id}`,
    aliases: [`loquat.${id}`],
    settings,
    multiple: false,
    scopes: ["component"],
    wholeRepository: false,
    unfit(component) {
      if (component.fileFormat !== "po") return unlessPo(component);
      return component.newBase === "" ? refusal("addonNoTemplate", { name: component.name }) : undefined;
    },
    on: ["installed", "configured", "component-updated", "daily"],
    async perform(run) {
      if (!isDue(run)) return undefined;
      return run.tools.withFiles(async (files) => {
        const made = await renewed(run.settings, run.component, files);
        if (!made) return "";
        const path = run.component.newBase;
        const done = await files.commit([{ path, content: gettextPo.encode(made.text, made.former) }]);
        return done ? refusal("runUpdatedFrom", { path, count: made.files }) : "";
      });
    },
    async preview({ settings: given, component, tools }) {
      const made = await tools.withFiles((files) => renewed(given, component, files));
      return made ? [refusal("planAnew", { path: component.newBase, files: made.files })] : [];
    },
  };
}

/** Whether the interval is over; whoever asks by hand need not wait for it. */
function isDue<S extends Settings>({ event, since, settings: { interval } }: AddonRun<S>): boolean {
  if (event !== "daily" && event !== "component-updated") return true;
  // A run takes a while, and the next one comes at the same minute.
  return Date.now() - since.getTime() > (DAYS[interval] - 0.1) * 86_400_000;
}

/** These files of the repository. @throws Error when they are too many or too large */
export async function readSources(files: AddonFiles, paths: readonly string[]): Promise<SourceFile[]> {
  if (paths.length > MOST.files) throw new Failed(refusal("extractManyFiles", { most: MOST.files }));
  const found: SourceFile[] = [];
  let size = 0;
  for (const { path, bytes } of await files.several(paths)) {
    size += bytes.length;
    if (size > MOST.bytes) throw new Failed(refusal("extractLarge", { most: MOST.bytes / 1_000_000 }));
    // An entity of XML may stand for a file of this machine.
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes("<!ENTITY")) found.push({ path, bytes });
  }
  return found;
}
