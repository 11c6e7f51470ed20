import { useTexts } from "#texts";
import { Callout } from "@/app/ui/callout";
import { Code } from "@/app/ui/code";
import { DefinitionList } from "@/app/ui/definition-list";
import { path } from "@/app/ui/paths";
import { addressOf } from "@/lib/domain/components/components";
import type { RemovalPlan } from "@/lib/domain/creation/plan-removal";
import { urls } from "@/lib/urls";
import type { Removable } from "./removable";

/** Components that are named; of more, how many they are. */
const NAMED = 20;

/** What a removal takes away, in numbers, and what is lost that nobody else has. */
export function WhatGoes({ place, plan }: { place: Removable; plan: RemovalPlan }) {
  const t = useTexts();
  const whole = place.kind !== "translation";
  const count = (number: number) => (number > 0 ? t("removal.number", { number }) : "");
  const repository =
    "component" in place
      ? urls.component(addressOf(place.component)).repositoryPage
      : urls.project(place.project.slug).repositoryPage;
  const more = plan.components.length - NAMED;
  return (
    <div className="panel mb-5 p-5" data-plan>
      <h2 className="mb-3 text-h2 font-semibold tracking-tight">{t("removal.whatGoes")}</h2>
      {plan.unpushed > 0 && whole ? (
        <div className="mb-4">
          <Callout tone="warning" title={t("removal.unpushed", { count: plan.unpushed })}>
            <a href={path(repository)}>{t("removal.pushFirst")}</a>
          </Callout>
        </div>
      ) : null}
      <DefinitionList
        facts={[
          [
            t("common.components"),
            plan.components.length > 0 ? (
              <>
                {plan.components.slice(0, NAMED).map((slug) => (
                  <span key={slug} className="me-2 inline-block">
                    <Code>{slug}</Code>
                  </span>
                ))}
                {more > 0 ? t("removal.more", { count: more }) : null}
              </>
            ) : (
              ""
            ),
          ],
          [t("common.languages"), whole ? count(plan.languages) : ""],
          [t("removal.strings"), count(plan.strings)],
          [t("removal.texts"), count(plan.texts)],
          [t("common.suggestions"), count(plan.suggestions)],
          [t("removal.comments"), count(plan.comments)],
          [t("removal.screenshots"), count(plan.screenshots)],
          [t("removal.files"), plan.files.length > 0 ? plan.files.map((file) => <Code key={file}>{file}</Code>) : ""],
        ]}
      />
      {plan.components.length === 0 && whole ? <p className="text-table text-ink-2">{t("removal.empty")}</p> : null}
      <p className="mt-4 text-table text-ink-2">{t(`removal.stays.${whole ? "whole" : "language"}`)}</p>
    </div>
  );
}
