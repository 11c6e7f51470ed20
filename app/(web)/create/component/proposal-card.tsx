"use client";

import { useContext } from "react";
import { useTexts } from "#texts";

import { Checkbox } from "@/app/ui/checkbox";
import { Code } from "@/app/ui/code";
import { FormContext } from "@/app/ui/form-context";
import type { Choice } from "@/app/ui/select";
import { UnitText } from "@/app/ui/unit-text";
import type { Proposal } from "@/lib/domain/creation/discover";
import { ProposalFields } from "./proposal-fields";
import { UnreadFiles } from "./unread-files";

const SHOWN = 14;

/** One component that was found: why, which languages, first strings, and its settings behind a click. */
export function ProposalCard({
  proposal,
  index,
  formats,
  shared,
}: {
  proposal: Proposal & { leftOut: readonly string[] };
  index: number;
  formats: readonly Choice[];
  /** Source language of all components that say nothing else. */
  shared: string;
}) {
  const t = useTexts();
  const format = formats.find((choice) => choice.value === proposal.fileFormat)?.label ?? proposal.fileFormat;
  const state = useContext(FormContext);
  const wrong = ["name", "slug", "filemask", "format", "template", "new_base", "source"].some(
    (name) => state.errors[`${name}-${index}`],
  );
  const names = proposal.languages.map((language) =>
    language.code === language.language ? language.name : `${language.name} (${language.code})`,
  );
  return (
    <article className="panel break-words" aria-label={proposal.name}>
      <div className="p-4">
        <Checkbox
          name={`pick-${index}`}
          defaultChecked
          label={
            <span className="text-string font-semibold">
              {proposal.name} <span className="font-normal text-body text-ink-2">{format}</span>
            </span>
          }
          hint={
            <>
              <Code>{proposal.filemask}</Code> {proposal.why}
            </>
          }
        />
        <div className="mt-2 ps-8 text-table">
          <span className="font-medium">{t("wizard.languageCount", { count: names.length })}</span>
          <span className="text-ink-2">
            {": "}
            {names.slice(0, SHOWN).join(", ")}
          </span>
          {names.length > SHOWN ? (
            <details className="text-ink-2">
              <summary className="flex min-h-8 items-center text-primary underline underline-offset-2 pointer-coarse:min-h-11">
                {t("wizard.moreLanguages", { count: names.length - SHOWN })}
              </summary>
              {names.slice(SHOWN).join(", ")}
            </details>
          ) : null}
          {proposal.leftOut.length > 0 ? (
            <p className="text-ink-2">{t("wizard.codes.leftOut", { codes: proposal.leftOut.join(", ") })}</p>
          ) : null}
        </div>
        {proposal.unread.count > 0 ? (
          <div className="mt-3 sm:ps-8">
            <UnreadFiles unread={proposal.unread} />
          </div>
        ) : null}
        {proposal.sample.length > 0 ? (
          <div className="mt-3 overflow-x-auto ps-8">
            <table className="w-full text-table">
              <caption className="sr-only">{t("wizard.firstStrings", { proposal: proposal.name })}</caption>
              <thead className="sr-only">
                <tr>
                  <th scope="col">{t("wizard.source")}</th>
                  <th scope="col">{t("wizard.translation")}</th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line border-y border-line">
                {proposal.sample.map((pair) => (
                  <tr key={pair.source}>
                    <td className="w-1/2 py-1 pe-4 align-top">
                      <UnitText small text={pair.source} />
                    </td>
                    <td className="py-1 align-top">
                      {pair.target ? (
                        <UnitText small text={pair.target} />
                      ) : (
                        <span className="text-ink-3">{t("wizard.empty")}</span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
      </div>
      <details className="border-t border-line" open={wrong}>
        <summary className="flex min-h-11 list-none items-center px-4 text-table text-primary underline underline-offset-2">
          {t("wizard.adjust")}
        </summary>
        <div className="p-4 pt-0">
          <ProposalFields
            index={index}
            formats={formats}
            values={{ ...proposal, sourceLanguage: proposal.sourceLanguage === shared ? "" : proposal.sourceLanguage }}
          />
        </div>
      </details>
    </article>
  );
}
