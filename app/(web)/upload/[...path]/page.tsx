import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { crumbsBelow } from "@/app/ui/crumbs";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { currentPlace } from "@/app/ui/place";
import { RadioGroup } from "@/app/ui/radio-group";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can, demand } from "@/lib/domain/access/demand";
import { NotFound } from "@/lib/domain/errors";
import { translationPlace } from "@/lib/domain/translations/translations";
import type { UploadMethod } from "@/lib/domain/uploads/upload";
import { formatName } from "@/lib/text/formats/registry";
import { runUpload } from "../actions";

export const metadata: Metadata = { title: "Upload" };

const METHODS: readonly { value: UploadMethod; label: string; hint: string }[] = [
  { value: "translate", label: "Add as translations", hint: "The texts of the file become translations." },
  { value: "suggest", label: "Add as suggestions", hint: "No translation changes; people decide." },
  { value: "fuzzy", label: "Add as “needs editing”", hint: "For texts that somebody should look at again." },
  { value: "approve", label: "Add as approved", hint: "For texts that were reviewed elsewhere." },
  { value: "add", label: "Add new strings", hint: "Strings of the file that are not here yet; nothing else changes." },
  {
    value: "source",
    label: "Update the source strings",
    hint: "New strings come into every language; those the file lacks leave.",
  },
  {
    value: "replace",
    label: "Replace the file",
    hint: "The file is stored byte for byte; texts it lacks are emptied. What they said stays in the history.",
  },
];

const CONFLICTS = [
  { value: "ignore", label: "Keep what is translated", hint: "Only strings without a translation change." },
  { value: "replace-translated", label: "Overwrite translations", hint: "Approved ones stay." },
];
const APPROVED = { value: "replace-approved", label: "Overwrite approved translations too", hint: "" };

const MARKED = [
  { value: "", label: "Leave them out", hint: "" },
  { value: "process", label: "Import them as “needs editing”", hint: "" },
  { value: "approve", label: "Import them as translated", hint: "" },
];

export default async function UploadPage({ params }: PathPageInput) {
  return guarded(async () => {
    const place = await currentPlace((await params).path);
    if (place.kind !== "translation") throw new NotFound("Files are uploaded into one language of a component.");
    const { translation, component } = place;
    const where = translationPlace(translation);
    const actor = await currentActor();
    demand(actor, component.isGlossary ? "glossary.upload" : "upload.perform", where);
    const needs = {
      translate: "unit.edit",
      suggest: "suggestion.add",
      fuzzy: "unit.edit",
      approve: "unit.review",
      add: "unit.add",
      source: "source.edit",
      replace: "component.edit",
    } as const;
    const code = translation.isSource && !translation.isTemplate;
    const methods = METHODS.filter(
      ({ value }) =>
        can(actor, needs[value], where) &&
        (code ? value === "source" || value === "add" : value !== "source") &&
        (value !== "approve" || component.project.translationReview) &&
        (value !== "replace" || translation.filename !== ""),
    );
    const overwrites = can(actor, "upload.overwrite", where);
    const conflicts = [
      ...CONFLICTS.slice(0, overwrites ? 2 : 1),
      ...(overwrites && component.project.translationReview && can(actor, "unit.review", where) ? [APPROVED] : []),
    ];
    return (
      <Page
        title={`Upload into ${translation.language.name}`}
        crumbs={crumbsBelow(place, "Upload")}
        lead={`${formatName(component.fileFormat) ?? component.fileFormat}, or any other format that holds these strings, as a download in PO, XLIFF, CSV or XLSX.`}
        narrow
      >
        <ActionForm action={runUpload.bind(null, translation.id)} className="panel grid gap-5 p-5" label="Upload">
          <Field label="File" name="file" type="file" required />
          <RadioGroup
            label="What to do with the uploaded strings"
            name="method"
            choices={methods}
            defaultValue={methods[0]?.value ?? "suggest"}
          />
          {code ? null : (
            <>
              <RadioGroup
                label="Where there is a translation already"
                name="conflicts"
                choices={conflicts}
                defaultValue="ignore"
              />
              <RadioGroup label="Texts the file marks as unfinished" name="fuzzy" choices={MARKED} defaultValue="" />
            </>
          )}
          <div>
            <Submit>Upload</Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}
