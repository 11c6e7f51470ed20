import { ActionForm } from "@/app/ui/action-form";
import { componentCrumbs } from "@/app/ui/crumbs";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { SettingsLayout } from "@/app/ui/settings-layout";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { addressOf, type ComponentRow, placeOf } from "@/lib/domain/components/components";
import { paramsOf } from "@/lib/text/formats/kernel/params";
import { urls } from "@/lib/urls";
import { dropComponent, saveComponent } from "./actions";
import { BasicFields } from "./basic-fields";
import { FileFields } from "./file-fields";
import { FormatParamFields } from "./format-param-fields";
import { MessageFields } from "./message-fields";
import { RemoveForm } from "./remove-form";
import { RepositoryFields } from "./repository-fields";
import { WorkflowFields } from "./workflow-fields";

/** Settings of a component, all in one form. */
export async function ComponentSettings({ component }: { component: ComponentRow }) {
  const actor = await currentActor();
  demand(actor, "component.edit", placeOf(component));
  const home = urls.component(addressOf(component));
  const groups = [
    { id: "basics", title: "Basics", children: <BasicFields component={component} /> },
    { id: "translation", title: "Translation", children: <WorkflowFields component={component} /> },
    {
      id: "files",
      title: "Files",
      lead: "Checked against the repository when you save; a change makes all files be read again.",
      children: <FileFields component={component} />,
    },
    ...(paramsOf(component.fileFormat).length > 0
      ? [
          {
            id: "file_format_params",
            title: "File format parameters",
            lead: "They shape what is written from now on. Reformat files, on the repository page, shapes whole files.",
            children: <FormatParamFields component={component} />,
          },
        ]
      : []),
    { id: "repository", title: "Version control", children: <RepositoryFields component={component} /> },
    {
      id: "messages",
      title: "Messages",
      lead: "Templates of commit messages; {{ component_name }} and its like are filled in.",
      children: <MessageFields component={component} />,
    },
  ];
  return (
    <Page
      title={`Settings of ${component.name}`}
      crumbs={[...componentCrumbs(component), { label: "Settings" }]}
      actions={
        <>
          <LinkButton href={path(home.addons)}>Add-ons</LinkButton>
          <LinkButton href={path(home.repositoryPage)}>Repository</LinkButton>
        </>
      }
    >
      <ActionForm action={saveComponent.bind(null, component.id)} label="Settings">
        <SettingsLayout groups={groups} save={<Submit>Save the settings</Submit>} />
      </ActionForm>
      <RemoveForm
        action={dropComponent.bind(null, component.id)}
        name={component.name}
        slug={component.slug}
        what="Its strings and translations go with it, and so do components that share its repository. The repository elsewhere is not touched; push first what you want to keep."
      />
    </Page>
  );
}
