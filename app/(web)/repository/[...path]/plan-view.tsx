import { useTexts } from "#texts";
import { sentenceWords } from "@/app/ui/error-words";
import { languageLine } from "@/app/ui/language-difference";
import { worded } from "@/lib/domain/errors";
import { linesOf } from "@/lib/domain/integrate/operations";
import type { PlannedCommit, RepositoryPlan } from "@/lib/domain/integrate/plan";

/** Lines of each kind that are shown. */
const SHOWN = 10;

/** What an operation would do: commits, and what becomes of texts by language. */
export function PlanView({ plan }: { plan: RepositoryPlan }) {
  const t = useTexts();
  const lists = [
    { title: t("repository.plan.dropped", { count: plan.dropped.length }), lines: commitLines(plan.dropped) },
    { title: t("repository.plan.incoming", { count: plan.incoming.length }), lines: commitLines(plan.incoming) },
    { title: t("repository.plan.commits", { count: plan.commits.length }), lines: commitLines(plan.commits) },
    { title: t("repository.plan.outgoing", { count: plan.outgoing.length }), lines: commitLines(plan.outgoing) },
    {
      title: t("repository.plan.texts", { count: plan.languages.length }),
      lines: plan.languages.map((language) => languageLine(t, language)),
    },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <div className="mt-3 grid gap-3" data-plan>
      {linesOf(plan).map((line) => {
        const words = sentenceWords(t, worded(line));
        return <p key={words}>{words}</p>;
      })}
      {plan.result && lists.length === 0 ? <p>{t("repository.plan.nothing")}</p> : null}
      {lists.map(({ title, lines }) => (
        <div key={title}>
          <p className="font-medium">{title}</p>
          <ul className="list-disc ps-5">
            {lines.slice(0, SHOWN).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never move
              <li key={index} dir="auto">
                {line}
              </li>
            ))}
          </ul>
          {lines.length > SHOWN ? <p>{t("repository.plan.more", { count: lines.length - SHOWN })}</p> : null}
        </div>
      ))}
    </div>
  );
}

const commitLines = (commits: readonly PlannedCommit[]): string[] =>
  commits.map(({ author, message }) => `${author}: ${message.split("\n")[0]}`);
