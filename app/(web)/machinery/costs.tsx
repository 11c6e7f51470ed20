import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { serviceWords } from "@/app/ui/machinery-words";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { readUsage } from "@/lib/domain/machinery/usage";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { saveLimits } from "./actions";

/** What services outside were sent for a project, and what they may be sent in a month. */
export async function Costs({ project }: { project: ProjectRow }) {
  const t = await getTexts();
  const { limits, spent, rows } = await readUsage(await currentActor(), project);
  return (
    <div className="max-w-[760px]">
      <Section title={t("machinery.costs.title")} lead={t("machinery.costs.lead")}>
        <p className="mb-3" data-spent>
          {t("machinery.costs.spent", { characters: spent.characters, tokens: spent.tokens })}
        </p>
        <ActionForm
          action={saveLimits.bind(null, project.slug)}
          className="panel mb-4 grid gap-4 p-4 sm:grid-cols-2"
          label={t("machinery.costs.limits")}
        >
          <Field
            label={t("machinery.costs.characters")}
            name="characters"
            type="number"
            min={0}
            defaultValue={limits.characters ?? ""}
            aside={t("common.optional")}
          />
          <Field
            label={t("machinery.costs.tokens")}
            name="tokens"
            type="number"
            min={0}
            defaultValue={limits.tokens ?? ""}
            aside={t("common.optional")}
          />
          <div>
            <Submit>{t("common.save")}</Submit>
          </div>
        </ActionForm>
        <p className="mb-4">
          <a className="link" href={path(urls.project(project.slug).sent())}>
            {t("machinery.sent.link")}
          </a>
        </p>
        {rows.length > 0 ? (
          <ul className="panel">
            {rows.map(({ month, service, requests, characters, tokens }) => (
              <li key={`${month} ${service}`} className="border-t border-line px-4 py-2 text-table first:border-t-0">
                {t("machinery.costs.row", { month, service: serviceWords(t, service), requests, characters, tokens })}
              </li>
            ))}
          </ul>
        ) : null}
      </Section>
    </div>
  );
}
