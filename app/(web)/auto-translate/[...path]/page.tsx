import type { Metadata } from "next";
import { ActionForm } from "@/app/ui/action-form";
import { Button } from "@/app/ui/button";
import { Checkbox } from "@/app/ui/checkbox";
import { crumbsBelow } from "@/app/ui/crumbs";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { counted } from "@/app/ui/numbers";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { currentPlace } from "@/app/ui/place";
import { RadioGroup } from "@/app/ui/radio-group";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can, demand } from "@/lib/domain/access/demand";
import { listComponents } from "@/lib/domain/components/components";
import { Busy, Invalid, NotFound } from "@/lib/domain/errors";
import { servicesOf } from "@/lib/domain/machinery/services";
import { searchUnits } from "@/lib/domain/search/search-units";
import { type TranslationRow, translationAddress, translationPlace } from "@/lib/domain/translations/translations";
import { runAutoTranslation } from "../actions";

export const metadata: Metadata = { title: "Automatic translation" };

const MODES = [
  { value: "suggest", label: "Add as suggestion", hint: "No translation changes; people decide." },
  { value: "translate", label: "Add as translation" },
  { value: "fuzzy", label: "Add as “needs editing”" },
];
const APPROVED = { value: "approved", label: "Add as approved translation" };

export default async function AutoTranslatePage({ params, searchParams }: PathPageInput) {
  return guarded(async () => {
    const place = await currentPlace((await params).path);
    if (place.kind !== "translation") throw new NotFound("Strings are translated in one language of a component.");
    const { translation, component, project } = place;
    const actor = await currentActor();
    const where = translationPlace(translation);
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
        title={`Automatic translation into ${translation.language.name}`}
        crumbs={crumbsBelow(place, "Automatic translation")}
        narrow
      >
        <form className="panel mb-5 grid gap-3 p-5" aria-label="Strings">
          <Field
            label="Which strings"
            name="q"
            id="strings-q"
            defaultValue={query}
            dir="ltr"
            error={strings.problem}
            hint="A search, as in the editor. Leave empty for all strings; existing translations will be overwritten."
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button>Count</Button>
            <span role="status" className="text-ink-2">
              {strings.count === undefined
                ? ""
                : `${counted(strings.count, "string matches", "strings match")} the search.`}
            </span>
          </div>
        </form>
        <ActionForm
          action={runAutoTranslation.bind(null, translation.id)}
          className="panel grid gap-5 p-5"
          label="Automatic translation"
        >
          <input type="hidden" name="q" value={query} />
          <RadioGroup
            label="What to do with the texts"
            name="mode"
            choices={approves ? [...MODES, APPROVED] : MODES}
            defaultValue="suggest"
          />
          <RadioGroup
            label="Where they come from"
            name="auto_source"
            choices={[
              { value: "others", label: "Equal strings of other components" },
              { value: "mt", label: "Services, in the order below" },
            ]}
            defaultValue="others"
          />
          <Select
            label="Component"
            name="component"
            aside="for equal strings"
            defaultValue=""
            choices={[
              { value: "", label: `All components of ${project.name}` },
              ...others.map((row) => ({ value: String(row.id), label: row.name })),
            ]}
          />
          <fieldset>
            <legend className="mb-1 text-body font-medium">Services</legend>
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
            label="Least quality"
            name="threshold"
            type="number"
            min={1}
            max={100}
            defaultValue={80}
            aside="for services"
            className="max-w-[240px]"
          />
          <div>
            <Submit>
              {strings.count === undefined ? "Translate" : `Translate ${counted(strings.count, "string")}`}
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
