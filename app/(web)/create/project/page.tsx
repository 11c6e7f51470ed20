import type { Metadata } from "next";
import { ACCESS_LEVELS } from "@/app/ui/access-levels";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { RadioGroup } from "@/app/ui/radio-group";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { demand } from "@/lib/domain/access/demand";
import { makeProject } from "./actions";

export const metadata: Metadata = { title: "New project" };

export default async function NewProjectPage() {
  return guarded(async () => {
    demand(await currentActor(), "project.add");
    return (
      <Page
        title="New project"
        lead="A project holds what belongs together: components, teams, history. Next you give it a repository."
        crumbs={[{ label: "Projects", href: "/projects/" }, { label: "New project" }]}
        narrow
      >
        <ActionForm action={makeProject} className="panel grid gap-5 p-5">
          <Field label="Name" name="name" maxLength={60} required autoComplete="off" />
          <Field
            label="Slug"
            name="slug"
            maxLength={60}
            aside="optional"
            autoComplete="off"
            hint="Used in addresses; generated from the name if left empty."
          />
          <Field label="Website" name="web" type="url" aside="optional" placeholder="https://" />
          <TextArea
            label="Instructions for translators"
            name="instructions"
            aside="optional"
            rows={3}
            hint="Shown beside the strings: tone, terms, whom to ask."
          />
          <RadioGroup label="Who may see it" name="access_control" choices={ACCESS_LEVELS} defaultValue="0" />
          <div>
            <Submit>Make the project</Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}
