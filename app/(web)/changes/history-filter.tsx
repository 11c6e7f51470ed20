import { type TextKey, useTexts } from "#texts";
import { Button } from "@/app/ui/button";
import { actionWords } from "@/app/ui/change-words";
import { Field } from "@/app/ui/field";
import { languageChoice, languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { PickField } from "@/app/ui/pick-field";
import { Select } from "@/app/ui/select";
import type { HistoryChoices } from "@/lib/domain/changes/choices";
import { KINDS, type Kind } from "@/lib/domain/changes/kinds";
import type { Asked, Problems } from "./history-query";

const NAMES: Readonly<Record<Kind, TextKey>> = {
  content: "changes.kind.content",
  discussion: "changes.kind.discussion",
  strings: "changes.kind.strings",
  repository: "changes.kind.repository",
  settings: "changes.kind.settings",
  people: "changes.kind.people",
  alerts: "changes.kind.alerts",
};

/** The filters of a history. All of them stand in the address; the form works without script. */
export function HistoryFilter({
  asked,
  choices,
  problems,
}: {
  asked: Asked;
  choices: HistoryChoices;
  problems: Problems;
}) {
  const t = useTexts();
  const languages = languageNames(t)
    .listed(choices.languages.map(({ value, label }) => ({ code: value, name: label })))
    .map((language) => languageChoice(language));
  const kinds = [
    { value: "", label: t("changes.kind.all") },
    ...KINDS.map((kind) => ({ value: kind, label: t(NAMES[kind]) })),
  ];
  // One action can be asked for by its code in the address.
  if (/^\d+$/.test(asked.action)) kinds.push({ value: asked.action, label: actionWords(t, Number(asked.action)) });
  const { project, component, language, user, action, start_date, end_date } = asked;
  const some = [project, component, language, user, action, start_date, end_date].some(Boolean);
  return (
    <form
      action="/changes/"
      className="panel mb-6 grid grid-cols-2 items-start gap-x-4 gap-y-3 p-4 *:min-w-0 lg:grid-cols-4"
      aria-label={t("changes.filterLabel")}
    >
      <PickField
        label={t("common.project")}
        name="project"
        choices={choices.projects}
        none={t("changes.project.all")}
        value={project}
        error={problems.project}
      />
      {project ? (
        <PickField
          label={t("common.component")}
          name="component"
          choices={choices.components}
          none={t("changes.component.all")}
          placeholder={t("changes.component.placeholder")}
          value={component}
          error={problems.component}
        />
      ) : null}
      <PickField
        label={t("common.language")}
        name="language"
        choices={languages}
        none={t("changes.language.all")}
        placeholder={t("changes.language.placeholder")}
        value={language}
        error={problems.language}
      />
      <PickField
        label={t("changes.user.label")}
        name="user"
        choices={choices.people}
        none={t("changes.user.all")}
        placeholder={t("changes.user.placeholder")}
        value={user}
        error={problems.user}
      />
      <Select
        label={t("changes.action.label")}
        name="action"
        choices={kinds}
        defaultValue={action}
        error={problems.action}
      />
      <Field
        label={t("changes.from")}
        name="start_date"
        type="date"
        defaultValue={start_date}
        error={problems.start_date}
      />
      <Field label={t("changes.until")} name="end_date" type="date" defaultValue={end_date} error={problems.end_date} />
      <div className="flex flex-wrap gap-2 pt-6">
        <Button kind="primary">{t("changes.filter")}</Button>
        {some ? <LinkButton href="/changes/">{t("changes.clear")}</LinkButton> : null}
      </div>
    </form>
  );
}
