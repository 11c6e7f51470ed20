import type { ReactNode } from "react";
import { ActionForm } from "@/app/ui/action-form";
import { roleName } from "@/app/ui/built-in-names";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { ManyChoices } from "@/app/ui/many-choices";
import { useTexts } from "@/app/ui/page-texts";
import { mayDo } from "@/app/ui/permission-areas";
import { RadioGroup } from "@/app/ui/radio-group";
import { SettingsLayout } from "@/app/ui/settings-layout";
import type { SettingsGroup } from "@/app/ui/settings-sections";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { marksOf } from "@/lib/domain/stale";
import type { Choices, TeamChoices } from "@/lib/domain/teams/team-choices";
import type { TeamSettings } from "@/lib/domain/teams/team-settings";
import type { TeamRow } from "@/lib/domain/teams/teams";
import { LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { saveTeam } from "./actions";

interface Given {
  team: TeamRow;
  settings: TeamSettings;
  choices: TeamChoices;
}

/** All settings of a team in one form. */
export function SettingsForm({
  patterns,
  ...given
}: Given & {
  /** Whether the reader may say whose addresses join by themselves. */
  patterns: boolean;
}) {
  const t = useTexts();
  const { team, settings } = given;
  // A list has no effect on a built-in team that reaches all: what it has is sent along.
  const listsLanguages = !team.builtin || settings.languageSelection === LANGUAGE_SELECTION.LISTED;
  const listsProjects = !team.builtin || settings.projectSelection === PROJECT_SELECTION.LISTED;
  const groups: SettingsGroup[] = [
    {
      id: "what",
      title: t("team.group.what"),
      lead: team.builtin ? t("team.builtinText") : undefined,
      children: <What {...given} />,
    },
    ...(listsLanguages
      ? [
          {
            id: "languages-group",
            title: t("common.languages"),
            lead: t("team.languagesLead"),
            children: <Languages {...given} />,
          },
        ]
      : []),
    {
      id: "where",
      title: t("team.group.where"),
      lead:
        team.definingProjectName === null
          ? t("team.whereLead")
          : t("team.projectOnly", { project: team.definingProjectName }),
      children: <Where {...given} projects={listsProjects} />,
    },
    ...(patterns
      ? [
          {
            id: "joining",
            title: t("team.group.joining"),
            lead: t("team.patternsLead"),
            children: (
              <TextArea
                label={t("team.patterns")}
                name="patterns"
                hint={t("team.patternsHint")}
                defaultValue={settings.patterns.join("\n")}
                mono
                dir="ltr"
                spellCheck={false}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <ActionForm
      action={saveTeam.bind(null, team.id, marksOf(settings))}
      label={t("team.settings")}
      className="group/team"
    >
      {listsLanguages ? null : <Kept name="languages" values={settings.languages} />}
      {listsProjects ? null : <Kept name="projects" values={settings.projects} />}
      <SettingsLayout groups={groups} save={<Submit>{t("common.save")}</Submit>} />
    </ActionForm>
  );
}

function Kept({ name, values }: { name: string; values: readonly string[] }): ReactNode {
  return values.map((value) => <input key={value} type="hidden" name={name} value={value} />);
}

function What({ team, settings, choices }: Given) {
  const t = useTexts();
  return (
    <>
      {team.builtin ? null : (
        <Field label={t("common.name")} name="name" defaultValue={settings.name} maxLength={150} required />
      )}
      {settings.roles.length === 0 ? <Callout tone="warning">{t("access.noRolesText")}</Callout> : null}
      <fieldset id="roles">
        <legend className="mb-1 text-body font-medium">{t("team.roles")}</legend>
        <p className="mb-1.5 text-table text-ink-2">{t("team.rolesHint")}</p>
        {choices.roles.map((role) => (
          <Checkbox
            key={role.id}
            name="roles"
            value={String(role.id)}
            label={roleName(t, role.name)}
            hint={mayDo(t, role.permissions)}
            defaultChecked={settings.roles.includes(role.id)}
          />
        ))}
      </fieldset>
    </>
  );
}

function Languages({ team, settings, choices }: Given) {
  const t = useTexts();
  return (
    <>
      {team.builtin ? null : (
        <RadioGroup
          label={t("team.languageSelection")}
          name="language_selection"
          defaultValue={String(settings.languageSelection)}
          choices={[
            { value: String(LANGUAGE_SELECTION.ALL), label: t("team.allLanguages") },
            { value: String(LANGUAGE_SELECTION.LISTED), label: t("team.listedLanguages") },
          ]}
        />
      )}
      <div className="grid gap-4 group-has-[input[name=language_selection][value='1']:checked]/team:hidden">
        <Chosen
          name="languages"
          label={t("team.theseLanguages")}
          more={t("team.moreLanguages")}
          hint={t("team.moreLanguagesHint")}
          choices={choices.languages}
          chosen={settings.languages}
        />
      </div>
    </>
  );
}

function Where({ team, settings, choices, projects }: Given & { projects: boolean }) {
  const t = useTexts();
  const site = team.definingProjectId === null;
  return (
    <>
      {site && !team.builtin ? (
        <RadioGroup
          label={t("common.projects")}
          name="project_selection"
          defaultValue={String(settings.projectSelection)}
          choices={[
            { value: String(PROJECT_SELECTION.LISTED), label: t("team.selection.listed") },
            { value: String(PROJECT_SELECTION.ALL), label: t("team.selection.all") },
            { value: String(PROJECT_SELECTION.PUBLIC), label: t("team.selection.public") },
            { value: String(PROJECT_SELECTION.PROTECTED), label: t("team.selection.protected") },
            { value: String(PROJECT_SELECTION.COMPONENT_LISTS), label: t("team.selection.lists") },
          ]}
        />
      ) : null}
      {site && projects ? (
        <div className="grid gap-4 group-has-[input[name=project_selection]:not([value='0']):checked]/team:hidden">
          <Chosen
            name="projects"
            label={t("team.theseProjects")}
            more={t("team.moreProjects")}
            hint={t("team.bySlug")}
            choices={choices.projects}
            chosen={settings.projects}
          />
        </div>
      ) : null}
      <Chosen
        name="components"
        label={t("team.theseComponents")}
        more={t("team.moreComponents")}
        hint={t("team.byPath")}
        lead={t("team.componentsLead")}
        choices={choices.components}
        chosen={settings.components}
      />
      {choices.componentLists.rows.length > 0 || choices.componentLists.more ? (
        <Chosen
          name="component_lists"
          label={t("team.theseLists")}
          more={t("team.moreLists")}
          hint={t("team.bySlug")}
          choices={choices.componentLists}
          chosen={settings.componentLists}
        />
      ) : null}
    </>
  );
}

/** Things to tick, and where there are more of them a box for their names. */
function Chosen({
  name,
  label,
  more,
  hint,
  lead,
  choices,
  chosen,
}: {
  name: string;
  label: string;
  more: string;
  hint: string;
  lead?: string;
  choices: Choices;
  chosen: readonly string[];
}) {
  return (
    <>
      <ManyChoices label={label} name={name} hint={lead} choices={choices.rows} defaultValue={chosen} />
      {choices.more ? (
        <Field
          label={more}
          name={`more_${name}`}
          hint={hint}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : null}
    </>
  );
}
