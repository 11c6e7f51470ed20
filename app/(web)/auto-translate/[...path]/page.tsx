import { ActionForm } from "@/app/ui/action-form";
import { Button } from "@/app/ui/button";
import { Checkbox } from "@/app/ui/checkbox";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can, demand } from "@/lib/domain/access/demand";
import { listComponents } from "@/lib/domain/components/components";
import { Busy, Invalid, NotFound } from "@/lib/domain/errors";
import { servicesOf } from "@/lib/domain/machinery/services";
import { searchUnits } from "@/lib/domain/search/search-units";
import { type TranslationRow, translationAddress, translationScope } from "@/lib/domain/translations/translations";
import { runAutoTranslation } from "../actions";

export const generateMetadata = titled("autoTranslate.automaticTranslation");

const MODES = [
  { value: "suggest", label: "autoTranslate.mode.suggest" },
  { value: "translate", label: "autoTranslate.mode.translate" },
  { value: "fuzzy", label: "autoTranslate.mode.needsEditing" },
] as const;
const APPROVED = { value: "approved", label: "autoTranslate.mode.approved" } as const;

export default async function AutoTranslatePage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "translation") throw new NotFound("Strings are translated in one language of a component.");
    const { translation, component, project } = place;
    const actor = await currentActor();
    const where = translationScope(translation);
    demand(actor, "translation.auto", where);
    const given = (await searchParams).q;
    const query = given === undefined ? "state:<translated" : one(given);
    const [strings, components, services] = await Promise.all([
      countStrings(query, translation),
      listComponents(actor, { project }, { limit: 500, offset: 0 }),
      servicesOf(project.id),
    ]);
    const others = components.rows.filter((row) => row.id !== component.id && !row.isGlossary);
    const approves = project.translationReview && can(actor, "unit.review", where);
    return (
      <Page
        title={t("autoTranslate.title", { language: translation.language.name })}
        crumbs={crumbsBelow(t, place, t("autoTranslate.automaticTranslation"))}
        narrow
      >
        <form className="panel mb-5 grid gap-3 p-5" aria-label={t("autoTranslate.strings")}>
          <Field
            label={t("autoTranslate.q.label")}
            name="q"
            id="strings-q"
            defaultValue={query}
            dir="ltr"
            error={strings.problem}
            hint={t("autoTranslate.q.hint")}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button>{t("autoTranslate.count")}</Button>
            <span role="status" className="text-ink-2">
              {strings.count === undefined ? "" : t("autoTranslate.matches", { count: strings.count })}
            </span>
          </div>
        </form>
        <ActionForm
          action={runAutoTranslation.bind(null, translation.id)}
          className="panel grid gap-5 p-5"
          label={t("autoTranslate.automaticTranslation")}
        >
          <input type="hidden" name="q" value={query} />
          <RadioGroup
            label={t("autoTranslate.mode.label")}
            name="mode"
            choices={[...MODES, ...(approves ? [APPROVED] : [])].map(({ value, label }) => ({
              value,
              label: t(label),
              hint: value === "suggest" ? t("autoTranslate.mode.suggestHint") : undefined,
            }))}
            defaultValue="suggest"
          />
          <RadioGroup
            label={t("autoTranslate.autoSource.label")}
            name="auto_source"
            choices={[
              { value: "others", label: t("autoTranslate.sourceOthers") },
              { value: "mt", label: t("autoTranslate.sourceServices") },
            ]}
            defaultValue="others"
          />
          <Select
            label={t("common.component")}
            name="component"
            aside={t("autoTranslate.component.aside")}
            defaultValue=""
            choices={[
              { value: "", label: t("autoTranslate.allComponents", { project: project.name }) },
              ...others.map((row) => ({ value: String(row.id), label: row.name })),
            ]}
          />
          <fieldset>
            <legend className="mb-1 text-body font-medium">{t("autoTranslate.services")}</legend>
            {services.map((service, index) => (
              <Checkbox
                key={service.id}
                name="engines"
                value={service.id}
                label={service.name}
                defaultChecked={index === 0}
              />
            ))}
          </fieldset>
          <Field
            label={t("autoTranslate.threshold.label")}
            name="threshold"
            type="number"
            min={1}
            max={100}
            defaultValue={80}
            aside={t("autoTranslate.threshold.aside")}
            className="max-w-[240px]"
          />
          <div>
            <Submit>
              {strings.count === undefined
                ? t("common.translate")
                : t("autoTranslate.translateStrings", { count: strings.count })}
            </Submit>
          </div>
        </ActionForm>
      </Page>
    );
  });
}

async function countStrings(query: string, translation: TranslationRow): Promise<{ count?: number; problem?: string }> {
  try {
    const address = translationAddress(translation);
    const found = await searchUnits(await currentActor(), query, { limit: 1, offset: 0 }, address);
    return { count: found.count };
  } catch (error) {
    if (error instanceof Busy) return { problem: error.message };
    if (error instanceof Invalid) return { problem: error.fields.map((field) => field.message).join(" ") };
    throw error;
  }
}
