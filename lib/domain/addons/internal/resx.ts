import { z } from "zod";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import { followBase } from "../../files/follow-base";
import type { Addon, AddonFiles, AddonTools, FileChange } from "../addon";
import { noFile } from "./said";

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
    if (component.fileFormat !== "resx") return refusal("addonNoResx", { name: component.name });
    return component.template === "" ? refusal("addonNoBase", { name: component.name }) : undefined;
  },
  needs: ({ template }) => ({ oneOf: [template], otherwise: noFile(template) }),
  on: ["installed", "component-updated", "language-added"],
  async perform({ component, tools }) {
    const done: Followed[] = [];
    await tools.withFiles((files) =>
      files.commitTexts(async () => {
        done.push(...(await followAll(component, tools, files)));
        return done.map(({ path, content }): FileChange => ({ path, content }));
      }),
    );
    const [first, ...others] = done.map(told);
    return first
      ? refusal("runUpdated", { names: others.reduce((before, next) => refusal("runNext", { before, next }), first) })
      : "";
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

const told = ({ path, added, removed }: Omit<Followed, "content">): Refusal =>
  refusal("planResx", { path, added, removed });

async function followAll(component: ComponentRow, tools: AddonTools, files: AddonFiles): Promise<Followed[]> {
  const base = await files.bytes(component.template);
  if (!base) throw new Failed(noFile(component.template));
  const followed: Followed[] = [];
  for (const { filename: path, isSource, fileCode, plural } of await tools.translations()) {
    const content = isSource || path === "" ? undefined : await files.bytes(path);
    const found = content && followBase(component, { languageCode: fileCode, plural }, { content, base });
    if (found) followed.push({ path, ...found });
  }
  return followed;
}
