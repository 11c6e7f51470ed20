import { ActionForm } from "@/app/ui/action-form";
import { componentCrumbs } from "@/app/ui/crumbs";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path, sideOf } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { SettingsLayout } from "@/app/ui/settings-layout";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { pathOf } from "@/lib/domain/bulk/plan";
import { addressOf, type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { inheritanceOf } from "@/lib/domain/creation/inheritance";
import { settingMarks } from "@/lib/domain/creation/update-component";
import { paramsOf } from "@/lib/text/formats/kernel/params";
import { urls } from "@/lib/urls";
import { saveComponent } from "./actions";
import { BasicFields } from "./basic-fields";
import { shownSettings } from "./component-schema";
import { FileFields } from "./file-fields";
import { followTicks } from "./follow";
import { FormatParamFields } from "./format-param-fields";
import { MessageFields } from "./message-fields";
import { RemoveLink } from "./remove-link";
import { RepositoryFields } from "./repository-fields";
import { SharedWith } from "./shared-with";
import { WorkflowFields } from "./workflow-fields";

/** Settings of a component, all in one form. */
export async function ComponentSettings({ component }: { component: ComponentRow }) {
  const t = await getTexts();
  const actor = await currentActor();
  demand(actor, "component.edit", scopeOf(component));
  const home = urls.component(addressOf(component));
  const inheritance = await inheritanceOf(actor, component);
  const follow = followTicks(actor, component, inheritance);
  const groups = [
    {
      id: "basics",
      title: t("componentSettings.basics"),
      children: <BasicFields component={component} follow={follow} />,
    },
    {
      id: "translation",
      title: t("common.translation"),
      children: <WorkflowFields component={component} follow={follow} />,
    },
    {
      id: "files",
      title: t("componentSettings.files"),
      lead: t("componentSettings.filesLead"),
      children: <FileFields component={component} />,
    },
    ...(paramsOf(component.fileFormat).length > 0
      ? [
          {
            id: "file_format_params",
            title: t("componentSettings.params"),
            lead: t("componentSettings.paramsLead"),
            children: <FormatParamFields component={component} />,
          },
        ]
      : []),
    {
      id: "repository",
      title: t("componentSettings.versionControl"),
      children: <RepositoryFields component={component} follow={follow} />,
    },
    {
      id: "messages",
      title: t("componentSettings.messages"),
      lead: t("componentSettings.messagesLead", { variable: "{{ component_name }}" }),
      children: <MessageFields component={component} follow={follow} />,
    },
  ];
  return (
    <Page
      title={t("componentSettings.title", { component: component.name })}
      crumbs={[...componentCrumbs(t, component), { label: t("common.settings") }]}
      lead={Object.keys(inheritance).length > 0 ? t("defaults.componentLead") : undefined}
      actions={
        <>
          <LinkButton
            href={`${path(urls.below("component-settings", [component.project.slug]))}?${new URLSearchParams({ copy_from: pathOf({ kind: "component", project: component.project, component }) })}`}
          >
            {t("manySettings.copyToOthers")}
          </LinkButton>
          <LinkButton href={sideOf(home.web, "settings-changes")}>{t("settingsSaves.title")}</LinkButton>
          <LinkButton href={path(home.addons)}>{t("common.addons")}</LinkButton>
          <LinkButton href={path(home.repositoryPage)}>{t("common.repository")}</LinkButton>
        </>
      }
    >
      <ActionForm
        action={saveComponent.bind(null, component.id, settingMarks(component, shownSettings(component)))}
        label={t("common.settings")}
      >
        {/* Where the answer leads whose list of settings that follow somebody else has changed. */}
        <div id="inherited">
          <SettingsLayout groups={groups} save={<Submit>{t("common.saveSettings")}</Submit>} />
        </div>
      </ActionForm>
      <SharedWith component={component} actor={actor} />
      <RemoveLink name={component.name} href={sideOf(home.web, "remove")} what={t("removal.lead.component")} />
    </Page>
  );
}
