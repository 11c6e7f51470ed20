import type { TextKey, Texts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { ClientTexts } from "@/app/ui/client-messages";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { RadioGroup } from "@/app/ui/radio-group";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can, demand } from "@/lib/domain/access/demand";
import { translationScope } from "@/lib/domain/translations/translations";
import { ownedByCode, type UploadMethod, uploadMethodsFor } from "@/lib/domain/uploads/upload";
import { formatName } from "@/lib/text/formats/registry";
import { runUpload } from "../actions";
import { ConfirmLanguage } from "../confirm-language";
import { ConfirmLoss } from "../confirm-loss";
import { KeptFile } from "../kept-file";
import { UploadPreview } from "../upload-preview";

export const generateMetadata = titledPlace("common.upload");

interface Option<T extends string = string> {
  value: T;
  label: TextKey;
  hint?: TextKey;
}

const METHODS: readonly Option<UploadMethod>[] = [
  { value: "translate", label: "upload.method.translate", hint: "upload.method.translateHint" },
  { value: "suggest", label: "upload.method.suggest", hint: "upload.method.suggestHint" },
  { value: "fuzzy", label: "upload.method.needsEditing", hint: "upload.method.needsEditingHint" },
  { value: "approve", label: "upload.method.approve", hint: "upload.method.approveHint" },
  { value: "add", label: "upload.method.add", hint: "upload.method.addHint" },
  { value: "source", label: "upload.method.source", hint: "upload.method.sourceHint" },
  { value: "replace", label: "upload.method.replace", hint: "upload.method.replaceHint" },
];

const CONFLICTS: readonly Option[] = [
  { value: "ignore", label: "upload.conflicts.ignore", hint: "upload.conflicts.ignoreHint" },
  { value: "replace-translated", label: "upload.conflicts.replaceTranslated", hint: "upload.conflicts.replaceHint" },
];
const APPROVED: Option = { value: "replace-approved", label: "upload.conflicts.replaceApproved" };

const MARKED: readonly Option[] = [
  { value: "", label: "upload.fuzzy.skip" },
  { value: "process", label: "upload.fuzzy.needsEditing" },
  { value: "approve", label: "upload.fuzzy.translated" },
];

const said = (t: Texts, options: readonly Option[]) =>
  options.map(({ value, label, hint }) => ({ value, label: t(label), hint: hint && t(hint) }));

/** A file for a translation: what it would change, before anything is changed. */
export default async function UploadPage({ params }: PathPageInput) {
  const t = await getTexts();
  const names = languageNames(t);
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "translation") return leadTo(place);
    const { translation, component } = place;
    const where = translationScope(translation);
    const actor = await currentActor();
    demand(actor, component.isGlossary ? "glossary.upload" : "upload.perform", where);
    const usable = new Set(uploadMethodsFor(actor, translation));
    const methods = METHODS.filter(({ value }) => usable.has(value));
    const overwrites = can(actor, "upload.overwrite", where);
    const conflicts = [
      ...CONFLICTS.slice(0, overwrites ? 2 : 1),
      ...(overwrites && translation.workflow.translationReview && can(actor, "unit.review", where) ? [APPROVED] : []),
    ];
    return (
      <Page
        title={t("upload.title", { language: names.of(translation.language.name) })}
        crumbs={crumbsBelow(t, place, t("common.upload"))}
        lead={t("upload.lead", { format: formatName(component.fileFormat) ?? component.fileFormat })}
        narrow
      >
        <ClientTexts part="upload">
          <ActionForm
            action={runUpload.bind(null, translation.id)}
            className="panel grid gap-5 p-5"
            label={t("common.upload")}
          >
            <KeptFile label={t("common.file")} name="file" required />
            <RadioGroup
              label={t("upload.method.label")}
              name="method"
              choices={said(t, methods)}
              defaultValue={methods[0]?.value ?? "suggest"}
            />
            {ownedByCode(translation) ? null : (
              <>
                <RadioGroup
                  label={t("upload.conflicts.label")}
                  name="conflicts"
                  choices={said(t, conflicts)}
                  defaultValue="ignore"
                />
                <RadioGroup label={t("upload.fuzzy.label")} name="fuzzy" choices={said(t, MARKED)} defaultValue="" />
              </>
            )}
            <UploadPreview />
            <ConfirmLanguage
              label={t("upload.otherLanguageMeant", { language: names.of(translation.language.name) })}
            />
            <ConfirmLoss label={t("upload.confirm")} />
            <div className="flex flex-wrap gap-2">
              <Submit>{t("common.upload")}</Submit>
              <Submit name="act" value="preview" kind="secondary">
                {t("upload.preview")}
              </Submit>
            </div>
          </ActionForm>
        </ClientTexts>
      </Page>
    );
  });
}
