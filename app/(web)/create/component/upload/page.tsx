import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can, refuse } from "@/lib/domain/access/demand";
import { listProjects } from "@/lib/domain/projects/projects";
import { listLanguagesInUse } from "@/lib/domain/statistics/languages-in-use";
import { offeredFormats } from "@/lib/text/formats/registry";
import { createFromUpload } from "./actions";

export const metadata: Metadata = { title: "Add a component from files" };

export default async function UploadComponentPage({ searchParams }: PageInput) {
  return guarded(async () => {
    const asked = one((await searchParams).project);
    const actor = await currentActor();
    const [{ rows }, languages] = await Promise.all([
      listProjects(actor, { limit: 1000, offset: 0 }),
      listLanguagesInUse(true),
    ]);
    const projects = rows.filter((project) => can(actor, "project.edit", { project }));
    if (projects.length === 0)
      refuse({
        reason: actor.isAnonymous ? "not-signed-in" : "missing-permission",
        permission: "project.edit",
        text: "Components live in projects, and you may not change any project.",
      });
    const chosen = projects.find((project) => project.slug === asked) ?? projects[0];
    return (
      <Page
        title="Add a component from files"
        lead="For strings that live in no repository: Loquat keeps the files itself, with their history, and gives them back as downloads."
        crumbs={[
          { label: "Projects", href: "/projects/" },
          ...(chosen ? [{ label: chosen.name, href: `/projects/${encodeURIComponent(chosen.slug)}/` }] : []),
          { label: "Add a component from files" },
        ]}
        narrow
      >
        <ActionForm action={createFromUpload} className="panel grid gap-5 p-5" label="Component">
          <RadioGroup
            label="What you have"
            name="kind"
            defaultValue="docfile"
            choices={[
              { value: "docfile", label: "One file in the source language", hint: "Translations are added later." },
              { value: "zipfile", label: "A ZIP archive", hint: "With the files of several languages." },
            ]}
          />
          <Field label="File" name="file" type="file" required />
          <Field label="Name" name="name" required maxLength={100} hint="What the component is called in lists." />
          <Select
            label="Project"
            name="project"
            choices={projects.map((project) => ({ value: project.slug, label: project.name }))}
            defaultValue={chosen?.slug ?? ""}
          />
          <Select
            label="File format"
            name="file_format"
            choices={offeredFormats().map((format) => ({ value: format.id, label: format.name }))}
            defaultValue="po"
          />
          <Select
            label="Source language"
            name="source_language"
            choices={languages.map((language) => ({ value: language.code, label: language.name }))}
            defaultValue="en"
          />
          <details className="grid gap-4">
            <summary className="flex min-h-8 cursor-pointer list-none items-center font-medium">
              For an archive: which of its files are translations
            </summary>
            <div className="mt-4 grid gap-4">
              <Field
                label="File mask"
                name="filemask"
                dir="ltr"
                spellCheck={false}
                placeholder="locale/*/strings.json"
                hint="The path of a translation in the archive, with * in place of the language; of one file with all languages its path and /*."
              />
              <Field
                label="Base file"
                name="template"
                dir="ltr"
                spellCheck={false}
                aside="where keys name the strings"
                placeholder="locale/en/strings.json"
              />
              <Field
                label="Template for new languages"
                name="new_base"
                dir="ltr"
                spellCheck={false}
                aside="optional"
                placeholder="locale/app.pot"
              />
            </div>
          </details>
          <div>
            <Submit>Add the component</Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}
