import { ClientTexts } from "@/app/ui/client-messages";
import { componentCrumbs } from "@/app/ui/crumbs";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path, sideOf } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { SettingsForm } from "@/app/ui/settings/settings-form";
import { demand } from "@/lib/domain/access/demand";
import { pathOf } from "@/lib/domain/bulk/plan";
import { addressOf, type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { inheritanceOf } from "@/lib/domain/creation/inheritance";
import { settingMarks } from "@/lib/domain/creation/update-component";
import { paramsOf } from "@/lib/text/formats/kernel/params";
import { urls } from "@/lib/urls";
import { previewOfComponent, saveComponent } from "./actions";
import { BasicFields } from "./basic-fields";
import { shownSettings } from "./component-schema";
import { componentEntries } from "./entries";
import { FileFields } from "./file-fields";
import { followTicks } from "./follow";
import { FormatParamFields } from "./format-param-fields";
import { MessageFields } from "./message-fields";
import { sampleNotes } from "./preview-words";
import { RemoveLink } from "./remove-link";
import { RepositoryFields } from "./repository-fields";
import { SharedWith } from "./shared-with";
import { WorkflowFields } from "./workflow-fields";

/** Settings of a component, all in one form. @param find words of settings that are looked for */
export async function ComponentSettings({ component, find }: { component: ComponentRow; find: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  demand(actor, "component.edit", scopeOf(component));
  const home = urls.component(addressOf(component));
  const inheritance = await inheritanceOf(actor, component);
  const follow = followTicks(actor, component, inheritance);
  const seen = settingMarks(component, shownSettings(component));
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
      <ClientTexts part="settings">
        {/* Where the answer leads whose list of settings that follow somebody else has changed. */}
        <div id="inherited">
          <SettingsForm
            action={saveComponent.bind(null, component.id, seen)}
            preview={previewOfComponent.bind(null, component.id, seen)}
            label={t("common.settings")}
            groups={groups}
            entries={componentEntries(t, component)}
            find={find}
            told={{ notes: await sampleNotes(t, actor, component, component), consequences: [] }}
            kept={`${actor.userId}:component:${component.id}`}
            version={JSON.stringify(seen)}
          />
        </div>
      </ClientTexts>
      <SharedWith component={component} actor={actor} />
      <RemoveLink name={component.name} href={sideOf(home.web, "remove")} what={t("removal.lead.component")} />
    </Page>
  );
}
