import { accessLevels } from "@/app/ui/access-levels";
import { Checkbox } from "@/app/ui/checkbox";
import { ClientTexts } from "@/app/ui/client-messages";
import { projectsCrumb } from "@/app/ui/crumbs";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path, sideOf } from "@/app/ui/paths";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Setting } from "@/app/ui/settings/setting";
import { SettingsForm } from "@/app/ui/settings/settings-form";
import { NOTHING_TOLD } from "@/app/ui/settings/settings-told";
import { TextArea } from "@/app/ui/text-area";
import { can, demand } from "@/lib/domain/access/demand";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { marksOf } from "@/lib/domain/stale";
import { ACCESS } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { previewOfProject, saveProject } from "./actions";
import { projectEntries } from "./entries";
import { SHOWN_SETTINGS } from "./project-schema";
import { RemoveLink } from "./remove-link";
import { SecondaryLanguage } from "./secondary-language";

const POLICIES = [
  { value: "0", label: "projectSettings.commitPolicy.all" },
  { value: "20", label: "projectSettings.commitPolicy.translated" },
  { value: "30", label: "projectSettings.commitPolicy.approved" },
] as const;

/** Settings of a project, all in one form. @param find words of settings that are looked for */
export async function ProjectSettings({ project, find }: { project: ProjectRow; find: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  demand(actor, "project.edit", { project });
  const seen = marksOf(Object.fromEntries(SHOWN_SETTINGS.map((name) => [name, project[name]])));
  const home = path(urls.project(project.slug).web);
  const groups = [
    {
      id: "basics",
      title: t("projectSettings.basics"),
      children: (
        <>
          <Setting name="name">
            <Field label={t("common.name")} name="name" defaultValue={project.name} maxLength={60} required />
          </Setting>
          <Setting name="slug">
            <Field
              label={t("common.slug")}
              name="slug"
              defaultValue={project.slug}
              maxLength={60}
              required
              dir="ltr"
              hint={t("projectSettings.slug.hint")}
            />
          </Setting>
          <Setting name="web">
            <Field
              label={t("projectSettings.web.label")}
              name="web"
              type="url"
              defaultValue={project.web}
              aside={t("common.optional")}
            />
          </Setting>
          <Setting name="instructions">
            <TextArea
              label={t("projectSettings.instructions.label")}
              name="instructions"
              defaultValue={project.instructions}
              rows={5}
              aside={t("common.optional")}
            />
          </Setting>
        </>
      ),
    },
    {
      id: "access",
      title: t("common.access"),
      lead: t("projectSettings.accessLead"),
      children: (
        <>
          <Setting name="access_control">
            <RadioGroup
              label={t("projectSettings.accessControl.label")}
              name="access_control"
              choices={accessLevels(t)}
              defaultValue={String(project.accessControl)}
            />
          </Setting>
          {can(actor, "project.permissions", { project }) ? (
            <div>
              <LinkButton href={path(urls.project(project.slug).access)}>{t("projectSettings.teams")}</LinkButton>
            </div>
          ) : (
            <input type="hidden" name="access_control" value={project.accessControl} />
          )}
        </>
      ),
    },
    {
      id: "workflow",
      title: t("projectSettings.workflow"),
      children: (
        <>
          <Setting name="translation_review">
            <Checkbox
              name="translation_review"
              label={t("projectSettings.translationReview.label")}
              defaultChecked={project.translationReview}
              hint={t("projectSettings.translationReview.hint")}
            />
          </Setting>
          <Setting name="source_review">
            <Checkbox
              name="source_review"
              label={t("projectSettings.sourceReview.label")}
              defaultChecked={project.sourceReview}
            />
          </Setting>
          <Setting name="source_edits_by_members">
            <Checkbox
              name="source_edits_by_members"
              label={t("projectSettings.sourceEditsByMembers.label")}
              defaultChecked={project.sourceEditsByMembers}
              hint={t("projectSettings.sourceEditsByMembers.hint")}
            />
          </Setting>
          <Setting name="four_eyes">
            <Checkbox
              name="four_eyes"
              label={t("projectSettings.fourEyes.label")}
              defaultChecked={project.fourEyes}
              hint={t("projectSettings.fourEyes.hint")}
            />
          </Setting>
          <Setting name="enforced_2fa">
            <Checkbox
              name="enforced_2fa"
              label={t("projectSettings.enforced2fa.label")}
              defaultChecked={project.enforced2fa}
              hint={t("projectSettings.enforced2fa.hint")}
            />
          </Setting>
          <Setting name="commit_policy">
            <Select
              label={t("projectSettings.commitPolicy.label")}
              name="commit_policy"
              choices={POLICIES.map(({ value, label }) => ({ value, label: t(label) }))}
              defaultValue={String(project.commitPolicy)}
            />
          </Setting>
          <Setting name="use_shared_tm">
            <Checkbox
              name="use_shared_tm"
              label={t("projectSettings.useSharedTm.label")}
              defaultChecked={project.useSharedTm}
            />
          </Setting>
          <Setting name="contribute_shared_tm">
            <Checkbox
              name="contribute_shared_tm"
              label={t("projectSettings.contributeSharedTm.label")}
              defaultChecked={project.contributeSharedTm}
              hint={t("projectSettings.contributeSharedTm.hint")}
            />
          </Setting>
          <Setting name="set_language_team">
            <Checkbox
              name="set_language_team"
              label={t("projectSettings.setLanguageTeam.label")}
              defaultChecked={project.setLanguageTeam}
            />
          </Setting>
          <Setting name="enable_hooks">
            <Checkbox
              name="enable_hooks"
              label={t("projectSettings.enableHooks.label")}
              defaultChecked={project.enableHooks}
            />
          </Setting>
          <Setting name="hook_secret">
            <Field
              label={t("projectSettings.hookSecret.label")}
              name="hook_secret"
              type="password"
              autoComplete="new-password"
              aside={
                project.hookSecretSet
                  ? t("projectSettings.hookSecret.set")
                  : project.accessControl >= ACCESS.PRIVATE
                    ? t("projectSettings.hookSecret.recommended")
                    : t("common.optional")
              }
              dir="ltr"
              hint={
                project.hookSecretSet
                  ? t("projectSettings.hookSecret.setHint")
                  : project.accessControl >= ACCESS.PRIVATE
                    ? t("projectSettings.hookSecret.privateHint")
                    : t("projectSettings.hookSecret.hint")
              }
            />
          </Setting>
          {project.hookSecretSet && (
            <Setting name="drop_hook_secret">
              <Checkbox name="drop_hook_secret" label={t("projectSettings.dropHookSecret.label")} />
            </Setting>
          )}
          <SecondaryLanguage id={project.secondaryLanguageId} none={t("projectSettings.none")} />
          <Setting name="language_aliases">
            <Field
              label={t("projectSettings.languageAliases.label")}
              name="language_aliases"
              defaultValue={project.languageAliases}
              aside={t("common.optional")}
              dir="ltr"
              hint={t("projectSettings.languageAliases.hint")}
            />
          </Setting>
          <Setting name="check_flags">
            <Field
              label={t("projectSettings.checkFlags.label")}
              name="check_flags"
              defaultValue={project.checkFlags}
              aside={t("common.optional")}
              dir="ltr"
              hint={t("projectSettings.checkFlags.hint")}
            />
          </Setting>
        </>
      ),
    },
  ];
  return (
    <Page
      title={t("projectSettings.title", { project: project.name })}
      crumbs={[projectsCrumb(t), { label: project.name, href: home }, { label: t("common.settings") }]}
      actions={
        <>
          <LinkButton href={path(urls.project(project.slug).addons)}>{t("common.addons")}</LinkButton>
          <LinkButton href={path(urls.project(project.slug).suggestionServices)}>
            {t("common.automaticSuggestions")}
          </LinkButton>
          <LinkButton href={path(urls.project(project.slug).memory)}>{t("common.translationMemory")}</LinkButton>
          <LinkButton href={path(urls.project(project.slug).labelsPage)}>{t("labels.crumb")}</LinkButton>
          <LinkButton href={path(urls.project(project.slug).fontsPage)}>{t("fonts.crumb")}</LinkButton>
          <LinkButton href={path(urls.project(project.slug).workflows)}>{t("workflows.title")}</LinkButton>
          <LinkButton href={path(urls.below("component-defaults", [project.slug]))}>{t("defaults.title")}</LinkButton>
          <LinkButton href={path(urls.below("settings-changes", [project.slug]))}>
            {t("settingsSaves.title")}
          </LinkButton>
          <LinkButton href={path(urls.project(project.slug).ssh)}>{t("ssh.own")}</LinkButton>
        </>
      }
    >
      <ClientTexts part="settings">
        <SettingsForm
          action={saveProject.bind(null, project.slug, seen)}
          preview={previewOfProject.bind(null, project.slug, seen)}
          label={t("common.settings")}
          groups={groups}
          entries={projectEntries(t)}
          find={find}
          told={NOTHING_TOLD}
          kept={`${actor.userId}:project:${project.id}`}
          version={JSON.stringify(seen)}
        />
      </ClientTexts>
      <RemoveLink
        name={project.name}
        href={sideOf(urls.project(project.slug).web, "remove")}
        what={t("removal.lead.project")}
      />
    </Page>
  );
}
