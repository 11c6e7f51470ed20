import { AroundPlan, planOf, ShownPlan } from "@/app/(web)/bulk-edit/shown-plan";
import { ActionForm } from "@/app/ui/action-form";
import { ClientTexts } from "@/app/ui/client-messages";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { serviceWords } from "@/app/ui/machinery-words";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { titledPlace } from "@/app/ui/place-title";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can, demand } from "@/lib/domain/access/demand";
import { pathOf } from "@/lib/domain/bulk/plan";
import { listComponents, scopeOf } from "@/lib/domain/components/components";
import { OTHERS } from "@/lib/domain/machinery/auto-translate";
import { serves, servicesOf } from "@/lib/domain/machinery/services";
import { translationScope } from "@/lib/domain/translations/translations";
import { planTranslating } from "../actions";

export const generateMetadata = titledPlace("autoTranslate.automaticTranslation");

const MODES = [
  { value: "suggest", label: "autoTranslate.mode.suggest" },
  { value: "translate", label: "autoTranslate.mode.translate" },
  { value: "fuzzy", label: "autoTranslate.mode.needsEditing" },
] as const;
const APPROVED = { value: "approved", label: "autoTranslate.mode.approved" } as const;

/** Strings translated without a person: the form, and the texts that were found beneath. */
export default async function AutoTranslatePage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  const names = languageNames(t);
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "translation" && place.kind !== "component") return leadTo(place);
    const { component, project } = place;
    const actor = await currentActor();
    const where = place.kind === "translation" ? translationScope(place.translation) : scopeOf(component);
    demand(actor, "translation.auto", where);
    const asked = await searchParams;
    const slugs = pathOf(place);
    const [plan, components, services] = await Promise.all([
      planOf(actor, one(asked.plan), slugs),
      listComponents(actor, { project }, { limit: 500, offset: 0 }),
      servicesOf(project.id),
    ]);
    const wish = plan?.asked.wish.act === "translate" ? plan.asked.wish : undefined;
    const others = components.rows.filter((row) => row.id !== component.id && !row.isGlossary);
    const reviews =
      place.kind === "translation" ? place.translation.workflow.translationReview : project.translationReview;
    const approves = reviews && !project.fourEyes && can(actor, "unit.review", where);
    const query = plan?.asked.q ?? (asked.q === undefined ? "state:<translated" : one(asked.q));
    const from = Math.max(0, Math.floor(Number(one(asked.from))) || 0);
    const choices = [
      { value: OTHERS, label: t("autoTranslate.sourceOthers") },
      ...services
        .filter((one) => place.kind !== "translation" || serves(one, place.translation.language.code))
        .map(({ id }) => ({ value: id, label: serviceWords(t, id) })),
    ];
    const next = [{ value: "", label: "–" }, ...choices];
    return (
      <Page
        title={
          place.kind === "translation"
            ? t("autoTranslate.title", { language: names.of(place.translation.language.name) })
            : t("autoTranslate.titleAll", { component: component.name })
        }
        crumbs={crumbsBelow(t, place, t("autoTranslate.automaticTranslation"))}
        lead={t("autoTranslate.lead")}
      >
        <ClientTexts part="bulk">
          <AroundPlan
            plan={plan}
            shown={
              plan ? <ShownPlan actor={actor} plan={plan} from={from} labels={new Map()} word="auto-translate" /> : null
            }
          >
            <ActionForm
              key={plan?.id}
              action={planTranslating.bind(null, slugs)}
              className="panel grid gap-5 p-5"
              label={t("autoTranslate.automaticTranslation")}
            >
              <Field
                label={t("autoTranslate.q.label")}
                name="q"
                id="strings-q"
                defaultValue={query}
                dir="ltr"
                hint={t("autoTranslate.q.hint")}
              />
              <RadioGroup
                label={t("autoTranslate.mode.label")}
                name="mode"
                choices={[...MODES, ...(approves ? [APPROVED] : [])].map(({ value, label }) => ({
                  value,
                  label: t(label),
                  hint: value === "suggest" ? t("autoTranslate.mode.suggestHint") : undefined,
                }))}
                defaultValue={wish?.mode ?? "suggest"}
              />
              <fieldset>
                <legend className="mb-1 text-body font-medium">{t("autoTranslate.sources.label")}</legend>
                <p className="mb-1.5 max-w-[72ch] text-table text-ink-2">{t("autoTranslate.sources.hint")}</p>
                <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
                  {(["sources", "second", "third", "fourth"] as const).map((name, index) => (
                    <Select
                      key={name}
                      label={t(index === 0 ? "autoTranslate.sources.first" : "autoTranslate.sources.next", {
                        place: index + 1,
                      })}
                      name={name}
                      choices={index === 0 ? choices : next}
                      defaultValue={wish?.sources[index] ?? (index === 0 ? OTHERS : "")}
                    />
                  ))}
                </div>
              </fieldset>
              <div className="grid gap-4 sm:grid-cols-2">
                <Select
                  label={t("common.component")}
                  name="component"
                  aside={t("autoTranslate.component.aside")}
                  defaultValue={wish?.component ?? ""}
                  choices={[
                    { value: "", label: t("autoTranslate.allComponents", { project: project.name }) },
                    ...others.map((row) => ({ value: String(row.id), label: row.name })),
                  ]}
                />
                <Field
                  label={t("autoTranslate.threshold.label")}
                  name="threshold"
                  type="number"
                  min={1}
                  max={100}
                  defaultValue={wish?.threshold ?? 80}
                  aside={t("autoTranslate.threshold.aside")}
                  className="max-w-[240px]"
                />
              </div>
              <div>
                <Submit>{t("bulk.preview")}</Submit>
              </div>
            </ActionForm>
          </AroundPlan>
        </ClientTexts>
      </Page>
    );
  });
}
