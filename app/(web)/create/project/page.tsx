import { accessLevels } from "@/app/ui/access-levels";
import { ActionForm } from "@/app/ui/action-form";
import { projectsCrumb } from "@/app/ui/crumbs";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { RadioGroup } from "@/app/ui/radio-group";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { demand } from "@/lib/domain/access/demand";
import { makeProject } from "./actions";

export const generateMetadata = titled("createProject.title");

/** A new project. */
export default async function NewProjectPage() {
  const t = await getTexts();
  return guarded(async () => {
    demand(await currentActor(), "project.add");
    return (
      <Page
        title={t("createProject.title")}
        lead={t("createProject.lead")}
        crumbs={[projectsCrumb(t), { label: t("createProject.title") }]}
        narrow
      >
        <ActionForm action={makeProject} className="panel grid gap-5 p-5">
          <Field label={t("common.name")} name="name" maxLength={60} required autoComplete="off" />
          <Field
            label={t("common.slug")}
            name="slug"
            maxLength={60}
            aside={t("common.optional")}
            autoComplete="off"
            hint={t("createProject.slug.hint")}
          />
          <Field
            label={t("createProject.web.label")}
            name="web"
            type="url"
            aside={t("common.optional")}
            placeholder="https://"
          />
          <TextArea
            label={t("createProject.instructions.label")}
            name="instructions"
            aside={t("common.optional")}
            rows={3}
            hint={t("createProject.instructions.hint")}
          />
          <RadioGroup
            label={t("createProject.accessControl.label")}
            name="access_control"
            choices={accessLevels(t)}
            defaultValue="0"
          />
          <div>
            <Submit>{t("createProject.create")}</Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}
