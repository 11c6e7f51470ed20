import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { Failed } from "../../errors";
import type { Addon } from "../addon";
import { namedFirst } from "./said";

/** Files of translations for programs that load them while they run. */

const NONE = z.object({});

/** Bytes of all files of one component. */
const MOST_BYTES = 100_000_000;

export const publish: Addon<z.infer<typeof NONE>> = {
  id: "weblate.cdn.files",
  aliases: ["loquat.cdn.files"],
  name: "Publish translation files",
  description:
    "Publishes the files of all languages, as they are in the repository, at an address that programs load them from. Whoever knows the address can read them. They follow each update and each commit.",
  settings: NONE,
  multiple: false,
  scopes: ["component"],
  wholeRepository: false,
  publishes: {},
  on: ["installed", "component-updated", "committed", "language-added", "language-removed", "daily"],
  async preview({ tools }) {
    const paths = (await tools.translations()).map(({ filename }) => filename).filter(Boolean);
    return paths.length === 0 ? [] : [refusal("planReadable", { names: namedFirst([...new Set(paths)]) })];
  },
  async perform({ tools }) {
    const translations = (await tools.translations()).filter(({ filename }) => filename !== "");
    const found = await tools.withFiles((files) =>
      files.several([...new Set(translations.map((one) => one.filename))]),
    );
    if (found.reduce((sum, { bytes }) => sum + bytes.length, 0) > MOST_BYTES)
      throw new Failed(refusal("runTooLarge", { most: MOST_BYTES / 1_000_000 }));
    const languageOf = new Map(translations.map(({ filename, fileCode }) => [filename, fileCode]));
    const changed = await tools.publish(
      found.map(({ path, bytes }) => ({ path, bytes, language: languageOf.get(path) ?? "" })),
    );
    return changed === 0 ? "" : refusal("runPublished", { count: changed });
  },
};
