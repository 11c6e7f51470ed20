import { z } from "zod";
import type { ComponentRow } from "../../components/components";
import { followBase } from "../../files/follow-base";
import type { Addon, AddonFiles, AddonTools, FileChange } from "../addon";

/** RESX files that follow their base. */

const NONE = z.object({});

export const resx: Addon<z.infer<typeof NONE>> = {
  id: "weblate.resx.update",
  aliases: ["loquat.resx.update"],
  name: "Update RESX files",
  description:
    "Lets the RESX files of all languages follow the base file: new strings are copied with the source text, strings that are gone are removed.",
  settings: NONE,
  multiple: false,
  scopes: ["component", "project"],
  wholeRepository: false,
  unfit(component) {
    if (component.fileFormat !== "resx") return `${component.name} has no RESX files.`;
    return component.template === "" ? `${component.name} has no base file.` : undefined;
  },
  needs: ({ template }) => ({ oneOf: [template], otherwise: `The repository has no file ${template}.` }),
  on: ["installed", "component-updated", "language-added"],
  async perform({ component, tools }) {
    const done: Followed[] = [];
    await tools.withFiles((files) =>
      files.commitTexts(async () => {
        done.push(...(await followAll(component, tools, files)));
        return done.map(({ path, content }): FileChange => ({ path, content }));
      }),
    );
    return done.length === 0 ? "" : `Updated ${done.map(told).join("; ")}.`;
  },
  async preview({ component, tools }) {
    return (await tools.withFiles((files) => followAll(component, tools, files))).map(told);
  },
};

interface Followed {
  path: string;
  content: Uint8Array;
  added: number;
  removed: number;
}

const told = ({ path, added, removed }: Followed): string => `${path}: ${added} new, ${removed} removed`;

async function followAll(component: ComponentRow, tools: AddonTools, files: AddonFiles): Promise<Followed[]> {
  const base = await files.bytes(component.template);
  if (!base) throw new Error(`The repository has no file ${component.template}.`);
  const followed: Followed[] = [];
  for (const { filename: path, isSource, fileCode, plural } of await tools.translations()) {
    const content = isSource || path === "" ? undefined : await files.bytes(path);
    const found = content && followBase(component, { languageCode: fileCode, plural }, { content, base });
    if (found) followed.push({ path, ...found });
  }
  return followed;
}
