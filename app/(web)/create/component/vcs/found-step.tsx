"use client";

import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { counted } from "@/app/ui/numbers";
import type { Choice } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { Discovery } from "@/lib/domain/creation/discover";
import { ProposalCard } from "./proposal-card";
import { ProposalFields } from "./proposal-fields";
import { MOST_PROPOSALS } from "./state";

/** What was found, to choose from and adjust, and what all of it shares. */
export function FoundStep({
  found,
  done,
  formats,
}: {
  found: Discovery;
  done: readonly string[];
  formats: readonly Choice[];
}) {
  const proposals = found.proposals.slice(0, MOST_PROPOSALS);
  const byHand = proposals.length;
  const languages = new Set(proposals.flatMap((proposal) => proposal.languages.map((language) => language.language)));
  return (
    <>
      <h2 className="mt-8 mb-1 text-h2 font-semibold">
        {proposals.length === 0
          ? "No translated files were recognised"
          : `Found ${counted(proposals.length, "component")} in ${counted(languages.size, "language")}`}
      </h2>
      <p className="mb-3 text-ink-2">
        Branch <bdi className="font-mono text-table">{found.branch}</bdi>, {counted(found.files, "file")}.
        {found.proposals.length > proposals.length ? ` The first ${proposals.length} are shown.` : ""}
      </p>
      {done.length > 0 ? (
        <div className="mb-3">
          <Callout tone="success">Imported already: {done.join(", ")}. The rest needs a change below.</Callout>
        </div>
      ) : null}
      <div className="grid gap-3">
        {proposals.map((proposal, index) =>
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
        <details className="panel" open={proposals.length === 0}>
          <summary className="flex min-h-11 list-none items-center px-4 font-medium text-primary underline underline-offset-2">
            Describe a component by hand
          </summary>
          <div className="border-t border-line p-4">
            <Checkbox name={`pick-${byHand}`} label="Import this one, too" defaultChecked={proposals.length === 0} />
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
      <h2 className="mt-8 mb-3 text-h2 font-semibold">For all of them</h2>
      <div className="panel grid gap-4 p-4 sm:grid-cols-2">
        <Field
          label="Push address"
          name="push"
          aside="optional"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          hint="Where commits go. Leave it empty to keep them here until somebody fetches them."
        />
        <Field
          label="Push branch"
          name="push_branch"
          aside="optional"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          hint="Empty: the branch that is read."
          placeholder={found.branch}
        />
        <Field
          label="Licence"
          name="license"
          aside="optional"
          dir="ltr"
          autoComplete="off"
          placeholder="MIT, GPL-3.0-or-later …"
          hint="An SPDX identifier: translators see under which terms they work."
        />
        <div className="sm:pt-6">
          <Checkbox name="push_on_commit" label="Push as soon as something is committed" defaultChecked />
        </div>
        <div className="sm:col-span-2">
          <Submit name="intent" value="import">
            Import
          </Submit>
        </div>
      </div>
    </>
  );
}
