import { z } from "zod";
import { refusal } from "@/lib/text/messages/refusal";
import { Failed } from "../../errors";
import type { Addon } from "../addon";
import { flag } from "./fields";

/** Repositories for trying things out: every night all is as upstream has it. */

const settings = z.object({ confirm: flag({ title: "I have reviewed the preview: install", initial: false }) });

export const nightlyReset: Addon<z.infer<typeof settings>> = {
  id: "weblate.hosted.reset",
  aliases: ["loquat.hosted.reset"],
  name: "Discard all changes every night",
  description:
    "Resets the repository to what upstream has when it is installed and every night: translations that were not pushed are discarded. They can be restored from the operations page for 30 days.",
  settings,
  multiple: false,
  scopes: ["component"],
  wholeRepository: true,
  on: ["installed", "daily"],
  async preview({ tools }) {
    const { strings, commits } = await tools.unpushed();
    return [
      ...(strings > 0 ? [refusal("planDiscarded", { count: strings })] : []),
      ...(commits > 0 ? [refusal("planDiscardedCommits", { count: commits })] : []),
    ];
  },
  async perform({ tools }) {
    const problem = await tools.reset();
    if (problem !== undefined) throw new Failed(problem);
    return refusal("runReset");
  },
};
