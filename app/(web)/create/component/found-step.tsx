"use client";

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import type { Choice } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { Discovery } from "@/lib/domain/creation/discover";
import { LanguageCodes } from "./language-codes";
import { ProposalCard } from "./proposal-card";
import { ProposalFields } from "./proposal-fields";
import { MOST_PROPOSALS } from "./state";
import { UnmatchedFiles } from "./unmatched-files";
import { asChosen, useCodeChoices } from "./use-code-choices";

/** What was found, to choose from and adjust, and what all of it shares. */
export function FoundStep({
  found,
  done,
  formats,
  languages,
  isArchive = false,
  children,
}: {
  found: Discovery;
  done: readonly string[];
  formats: readonly Choice[];
  /** Languages that a code may stand for. */
  languages: readonly Choice[];
  /** Whether it was found in an archive, which has no branches. */
  isArchive?: boolean;
  /** Fields of what all of it shares. */
  children: ReactNode;
}) {
  const t = useTexts();
  const proposals = found.proposals.slice(0, MOST_PROPOSALS);
  const byHand = proposals.length;
  const codes = useCodeChoices(found);
  const shown = proposals.map((proposal) => ({ ...proposal, ...asChosen(proposal, found, codes.chosen, languages) }));
  const all = new Set(shown.flatMap((proposal) => proposal.languages.map((language) => language.language)));
  return (
    <>
      <h2 className="mt-8 mb-1 text-h2 font-semibold">
        {proposals.length === 0
          ? t("wizard.noneFound")
          : t("wizard.found", { count: proposals.length, languages: all.size })}
      </h2>
      <p className="mb-3 text-ink-2">
        {isArchive
          ? t("wizard.foundInArchive", { count: found.files })
          : t.rich("wizard.foundIn", {
              branch: found.branch,
              count: found.files,
              name: (chunks) => <bdi className="font-mono text-table">{chunks}</bdi>,
            })}
        {found.proposals.length > proposals.length ? ` ${t("wizard.firstShown", { count: proposals.length })}` : ""}
      </p>
      {done.length > 0 ? (
        <div className="mb-3">
          <Callout tone="success">{t("wizard.partlyImported", { done: done.join(", ") })}</Callout>
        </div>
      ) : null}
      {found.codes.length > 0 ? <LanguageCodes found={found} languages={languages} codes={codes} /> : null}
      <div className="grid grid-cols-1 gap-3">
        {shown.map((proposal, index) =>
          done.includes(proposal.slug) ? null : (
            <ProposalCard
              key={`${proposal.filemask} ${proposal.slug}`}
              proposal={proposal}
              index={index}
              formats={formats}
              shared={found.sourceLanguage}
            />
          ),
        )}
        {found.codes.length === 0 ? <LanguageCodes found={found} languages={languages} codes={codes} /> : null}
        <UnmatchedFiles unmatched={found.unmatched} />
        <details className="panel" open={proposals.length === 0}>
          <summary className="flex min-h-11 list-none items-center px-4 font-medium text-primary underline underline-offset-2">
            {t("wizard.byHand")}
          </summary>
          <div className="border-t border-line p-4">
            <Checkbox name={`pick-${byHand}`} label={t("wizard.pick.label")} defaultChecked={proposals.length === 0} />
            <div className="mt-2">
              <ProposalFields
                index={byHand}
                formats={formats}
                values={{
                  name: "",
                  slug: "",
                  filemask: "",
                  fileFormat: formats[0]?.value ?? "",
                  template: "",
                  newBase: "",
                }}
              />
            </div>
          </div>
        </details>
      </div>
      <h2 className="mt-8 mb-3 text-h2 font-semibold">{t("wizard.shared")}</h2>
      <div className="panel grid gap-4 p-4 sm:grid-cols-2">
        {children}
        <div className="sm:col-span-2">
          <Submit name="intent" value="import">
            {t("wizard.importButton")}
          </Submit>
        </div>
      </div>
    </>
  );
}
