import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Code } from "@/app/ui/code";
import { LinkButton } from "@/app/ui/link-button";
import { Submit } from "@/app/ui/submit";
import type { WorkflowRow } from "@/lib/domain/projects/workflows";
import { dropWorkflow } from "./actions";

/** What is different in a language, as short sentences. */
function differences(t: Texts, row: WorkflowRow, nameOf: (code: string) => string): string[] {
  const said: string[] = [];
  if (row.reviewsOff) said.push(t("workflows.said.noReviews"));
  if (row.editsByMembers) said.push(t("workflows.said.members"));
  if (row.enableSuggestions !== null)
    said.push(row.enableSuggestions ? t("workflows.said.suggestions") : t("workflows.said.noSuggestions"));
  if (row.suggestionVoting !== null)
    said.push(row.suggestionVoting ? t("workflows.said.voting") : t("workflows.said.noVoting"));
  if (row.suggestionAutoaccept !== null) said.push(t("workflows.said.autoaccept", { votes: row.suggestionAutoaccept }));
  if (row.sourceLanguage !== null) said.push(t("workflows.said.from", { language: nameOf(row.sourceLanguage) }));
  return said;
}

export function WorkflowList({
  workflows,
  home,
  slug,
  edits,
  nameOf,
}: {
  workflows: readonly WorkflowRow[];
  home: string;
  slug: string | null;
  edits: boolean;
  /** Name of a language by its code. */
  nameOf: (code: string) => string;
}) {
  const t = useTexts();
  return (
    <ul className="panel mb-6 divide-y divide-line">
      {workflows.map((row) => (
        <li key={row.language} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
          <div className="min-w-0 grow basis-60">
            <p className="font-semibold">{row.name}</p>
            <p className="text-table text-ink-2">
              {differences(t, row, nameOf).join(" ") || t("workflows.said.nothing")}
            </p>
            {row.checkFlags ? (
              <p className="break-words text-table">
                <Code>{row.checkFlags}</Code>
              </p>
            ) : null}
          </div>
          {edits ? (
            <>
              <LinkButton
                href={`${home}?language=${encodeURIComponent(row.language)}`}
                small
                label={t("workflows.changeNamed", { language: row.name })}
              >
                {t("workflows.change")}
              </LinkButton>
              <ActionForm
                action={dropWorkflow.bind(null, slug, row.language)}
                label={t("workflows.removeNamed", { language: row.name })}
              >
                <Submit kind="quiet" small aria-label={t("workflows.removeNamed", { language: row.name })}>
                  {t("common.remove")}
                </Submit>
              </ActionForm>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
