import { textsOfRequest } from "@/app/ui/page-texts";
import { servePage } from "@/app/ui/serve-page";
import { Reply } from "@/lib/api/endpoint";
import type { Binding } from "@/lib/api/serve";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { clashSaid } from "./reader-names";

/** The strings of an answer are it, or in one of these. */
const UNITS = ["unit", "current", "units"] as const;

type Answer = Partial<Record<(typeof UNITS)[number], EditorUnit | readonly EditorUnit[]>> | EditorUnit;

const isUnit = (answer: Answer): answer is EditorUnit => "clash" in answer;

/** The strings of an answer whose files cannot hold a text. */
function refusedIn(answer: Answer): EditorUnit[] {
  const units = isUnit(answer) ? [answer] : UNITS.flatMap((name) => answer[name] ?? []);
  return units.filter((unit) => unit.clash?.said);
}

/** `servePage` for what answers with strings: why their files cannot hold a text is said in the language of the reader. */
export const serveEditor = (...bindings: Binding[]): ReturnType<typeof servePage> =>
  servePage(
    ...bindings.map((binding) => ({
      ...binding,
      run: async (input: Parameters<Binding["run"]>[0]) => {
        const answer = await binding.run(input);
        const told = answer instanceof Reply ? answer.value : answer;
        const refused = typeof told === "object" && told !== null ? refusedIn(told as Answer) : [];
        if (refused.length === 0) return answer;
        const t = await textsOfRequest(input.request, input.actor);
        for (const unit of refused) unit.clash = clashSaid(t, unit).clash;
        return answer;
      },
    })),
  );
