import { ActionForm } from "@/app/ui/action-form";
import { projectsCrumb } from "@/app/ui/crumbs";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can, throwDenial } from "@/lib/domain/access/demand";
import { listProjects } from "@/lib/domain/projects/projects";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { offeredFormats } from "@/lib/text/formats/registry";
import { urls } from "@/lib/urls";
import { createFromUpload } from "./actions";

export const generateMetadata = titled("createFromFiles.title");

export default async function UploadComponentPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = one((await searchParams).project);
    const actor = await currentActor();
    const [{ rows }, languages] = await Promise.all([
      listProjects(actor, { limit: 1000, offset: 0 }),
      listLanguagesInUse(true),
    ]);
    const projects = rows.filter((project) => can(actor, "project.edit", { project }));
    if (projects.length === 0)
      throwDenial({
        reason: actor.isAnonymous ? "not-signed-in" : "missing-permission",
        permission: "project.edit",
        text: t("createFromFiles.noProject"),
      });
    const chosen = projects.find((project) => project.slug === asked) ?? projects[0];
    return (
      <Page
        title={t("createFromFiles.title")}
        lead={t("createFromFiles.lead")}
        crumbs={[
          projectsCrumb(t),
          ...(chosen ? [{ label: chosen.name, href: path(urls.project(chosen.slug).web) }] : []),
          { label: t("createFromFiles.title") },
        ]}
        narrow
      >
        <ActionForm action={createFromUpload} className="panel grid gap-5 p-5" label={t("common.component")}>
          <RadioGroup
            label={t("createFromFiles.kind.label")}
            name="kind"
            defaultValue="docfile"
            choices={[
              {
                value: "docfile",
                label: t("createFromFiles.kind.document"),
                hint: t("createFromFiles.kind.documentHint"),
              },
              {
                value: "zipfile",
                label: t("createFromFiles.kind.archive"),
                hint: t("createFromFiles.kind.archiveHint"),
              },
            ]}
          />
          <Field label={t("common.file")} name="file" type="file" required />
          <Field label={t("common.name")} name="name" required maxLength={100} hint={t("createFromFiles.name.hint")} />
          <Select
            label={t("common.project")}
            name="project"
            choices={projects.map((project) => ({ value: project.slug, label: project.name }))}
            defaultValue={chosen?.slug ?? ""}
          />
          <Select
            label={t("createFromFiles.fileFormat.label")}
            name="file_format"
            choices={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
            defaultValue="po"
          />
          <Select
            label={t("common.sourceLanguage")}
            name="source_language"
            choices={languages.map((language) => ({ value: language.code, label: language.name }))}
            defaultValue="en"
          />
          <details className="grid gap-4">
            <summary className="flex min-h-8 cursor-pointer list-none items-center font-medium">
              {t("createFromFiles.archiveDetails")}
            </summary>
            <div className="mt-4 grid gap-4">
              <Field
                label={t("common.fileMask")}
                name="filemask"
                dir="ltr"
                spellCheck={false}
                placeholder={t("createFromFiles.filemask.placeholder")}
                hint={t("createFromFiles.filemask.hint")}
              />
              <Field
                label={t("common.baseFile")}
                name="template"
                dir="ltr"
                spellCheck={false}
                aside={t("createFromFiles.template.aside")}
                placeholder={t("createFromFiles.template.placeholder")}
              />
              <Field
                label={t("common.newBase")}
                name="new_base"
                dir="ltr"
                spellCheck={false}
                aside={t("common.optional")}
                placeholder={t("createFromFiles.newBase.placeholder")}
              />
            </div>
          </details>
          <div>
            <Submit>{t("createFromFiles.addComponent")}</Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}
