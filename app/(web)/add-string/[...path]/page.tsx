import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { ManageDenied } from "@/app/ui/manage-denied";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts, type TextKey, type Texts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { pluralName } from "@/app/ui/plural-words";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { can, throwDenial } from "@/lib/domain/access/demand";
import { formsOf } from "@/lib/domain/editor/head";
import { type TranslationRow, translationAddress, translationScope } from "@/lib/domain/translations/translations";
import { addingDenial, type NewUnitShape, shapeOfNew } from "@/lib/domain/units/add-unit";
import { mayManage } from "@/lib/domain/units/manage-units";
import { STATE } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { addString } from "../actions";
import { FormTexts, NextString } from "../string-fields";

export const generateMetadata = titledPlace("addString.title");

/** A string that somebody adds: its key or context, its texts and its state, as far as the component asks for them. */
export default async function AddStringPage({ params }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "translation") return leadTo(place);
    const { translation, component } = place;
    const actor = await currentActor();
    const why = await addingDenial(actor, translation);
    if (why && actor.isAnonymous) throwDenial(why);
    const address = translationAddress(translation);
    const language = languageNames(t).of(translation.language.name);
    const source = urls.translation({ ...address, languageCode: component.sourceLanguage.code });
    const shape = shapeOfNew(actor, translation);
    return (
      <Page
        title={t("addString.title")}
        crumbs={crumbsBelow(t, place, t("addString.title"))}
        lead={why ? undefined : t(translation.isSource ? "addString.leadAll" : "addString.leadOne", { language })}
        narrow
      >
        {why ? (
          <>
            <ManageDenied place={place} denial={why} />
            {!translation.isSource && mayManage(actor, component, "add") ? (
              <p className="mt-4">
                <LinkButton kind="primary" href={path(source.addString)}>
                  {t("addString.inSource")}
                </LinkButton>
              </p>
            ) : null}
          </>
        ) : (
          <ActionForm
            action={addString.bind(null, translation.id)}
            className="group/string panel grid gap-5 p-5"
            label={t("addString.title")}
          >
            <Fields t={t} translation={translation} shape={shape} />
            {translation.isSource && can(actor, "source.edit", translationScope(translation)) ? (
              <TextArea
                label={t("addString.explanation")}
                name="explanation"
                hint={t("addString.explanationHint")}
                aside={t("common.optional")}
                rows={2}
                dir="auto"
              />
            ) : null}
            <div>
              <Submit>{t("addString.title")}</Submit>
            </div>
            <NextString first={shape.monolingual ? "key" : "source"} />
          </ActionForm>
        )}
      </Page>
    );
  });
}

/** What is asked for in a language of a component. */
function Fields({ t, translation, shape }: { t: Texts; translation: TranslationRow; shape: NewUnitShape }) {
  const { monolingual, severalValues, sourceForms, targetForms } = shape;
  const { language, component } = translation;
  const own = { lang: language.code.replaceAll("_", "-"), dir: language.direction || "auto" };
  const from = component.sourceLanguage;
  const of = { lang: from.code.replaceAll("_", "-"), dir: from.direction || "auto" };
  const label = t("addString.source");
  const named = formNames(t, translation);
  return (
    <>
      {monolingual ? (
        <>
          <Field label={t("addString.key")} name="key" hint={t("addString.keyHint")} dir="ltr" required />
          <FormTexts
            name="value"
            alone={label}
            labels={severalValues ? [label] : formLabels(t, label, named.slice(0, sourceForms))}
            hint={severalValues ? t("addString.valuesHint") : undefined}
            required
            {...of}
          />
        </>
      ) : (
        <FormTexts
          name="source"
          alone={label}
          labels={sourceForms > 1 ? formLabels(t, label, [t("editor.singular"), t("editor.plural")]) : [label]}
          required
          {...of}
        />
      )}
      {sourceForms > 1 && !(monolingual && severalValues) ? (
        <Checkbox name="plural" label={t("addString.plural")} hint={t("addString.pluralHint")} />
      ) : null}
      {monolingual ? null : (
        <Field
          label={t("addString.context")}
          name="context"
          hint={t("addString.contextHint")}
          aside={t("common.optional")}
          dir="auto"
        />
      )}
      {targetForms > 0 ? (
        <FormTexts
          name="target"
          alone={t("common.translation")}
          labels={severalValues ? [t("common.translation")] : formLabels(t, t("common.translation"), named)}
          hint={t(severalValues ? "addString.targetValuesHint" : "addString.targetHint")}
          aside={t("common.optional")}
          {...own}
        />
      ) : null}
      {shape.states.length > 0 ? (
        <Select
          label={t("common.state")}
          name="state"
          choices={shape.states.map((state) => ({ value: String(state), label: t(STATES[state]) }))}
          defaultValue={String(shape.states[0])}
          className="max-w-80"
        />
      ) : null}
    </>
  );
}

const STATES: Readonly<Record<NewUnitShape["states"][number], TextKey>> = {
  [STATE.EMPTY]: "addString.untranslated",
  [STATE.NEEDS_EDITING]: "state.needsEditing",
  [STATE.TRANSLATED]: "state.translated",
  [STATE.APPROVED]: "state.approved",
};

/** Plural forms of a language, each with numbers that it is for. */
const formNames = (t: Texts, translation: TranslationRow): string[] =>
  formsOf(translation).map(({ category, examples }, form) => {
    const name = pluralName(t, category) || t("plurals.form", { number: form + 1 });
    return examples.length > 0 ? t("addString.formFor", { name, numbers: examples.slice(0, 3).join(", ") }) : name;
  });

const formLabels = (t: Texts, label: string, forms: readonly string[]): string[] =>
  forms.length > 1 ? forms.map((form) => t("addString.formOf", { label, form })) : [label];
