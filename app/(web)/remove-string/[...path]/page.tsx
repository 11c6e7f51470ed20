import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject, type ObjectOf } from "@/app/ui/current-object";
import { DefinitionList } from "@/app/ui/definition-list";
import { guarded } from "@/app/ui/guard";
import { languageNames } from "@/app/ui/language-names";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { ManageDenied } from "@/app/ui/manage-denied";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput, readCursor } from "@/app/ui/page-input";
import { getTexts, type Texts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { RadioGroup } from "@/app/ui/radio-group";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { UnitText } from "@/app/ui/unit-text";
import { throwDenial } from "@/lib/domain/access/demand";
import { NotFound } from "@/lib/domain/errors";
import { translationAddress } from "@/lib/domain/translations/translations";
import { findOperation } from "@/lib/domain/undo/operations";
import { planRemoval, type Removal } from "@/lib/domain/units/plan-removal";
import { findUnit, type UnitRow, unitChecksum } from "@/lib/domain/units/units";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { preview } from "../../operations/[...path]/actions";
import { removeString } from "../actions";

export const generateMetadata = titledPlace("removeString.title");

/** One string: what goes with it, before it is removed, and the way back. */
export default async function RemoveStringPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const asked = await searchParams;
    const [id, removed] = [readCursor(asked.string), one(asked.removed)];
    if (place.kind !== "translation" || (id === undefined && removed === "")) return leadTo(place);
    const actor = await currentActor();
    const frame = { title: t("removeString.title"), crumbs: crumbsBelow(t, place, t("removeString.title")) };
    if (id === undefined) {
      const operation = await findOperation(actor, removed, place.component);
      return (
        <Page {...frame} narrow>
          <Removed t={t} place={place} operation={operation.id} />
        </Page>
      );
    }
    const unit = await findUnit(actor, id);
    if (unit.translationId !== place.translation.id) throw new NotFound(refusal("stringUnseen", { unitId: id }));
    const plans = await planRemoval(actor, unit.id);
    const allowed = plans.filter(({ denial }) => !denial);
    // With a base file, only the source language tells what is missing.
    const why = allowed.length > 0 ? undefined : plans.at(place.component.template === "" ? 0 : -1)?.denial;
    if (why && actor.isAnonymous) throwDenial(why);
    return (
      <Page {...frame} lead={why ? undefined : t("removeString.lead")} narrow>
        <StringFacts t={t} unit={unit} />
        {why ? (
          <ManageDenied place={place} denial={why} />
        ) : (
          <Question t={t} place={place} unit={unit} plans={allowed} />
        )}
      </Page>
    );
  });
}

/** The string that is meant. */
function StringFacts({ t, unit }: { t: Texts; unit: UnitRow }) {
  const own = unit.isSource ? [] : unit.targets.filter((text) => text !== "");
  return (
    <div className="panel mb-5 p-5">
      <DefinitionList
        facts={[
          [t("common.source"), <UnitText key="source" text={unit.sources[0] ?? ""} small />],
          [
            t("common.translation"),
            own[0] === undefined ? null : <UnitText key="own" text={own[0]} lang={unit.languageCode} small />,
          ],
          [t("removeString.key"), unit.context === "" ? null : <bdi key="key">{unit.context}</bdi>],
        ]}
      />
    </div>
  );
}

const goingOf = ({ translated, comments, suggestions }: Removal) => ({ translated, comments, suggestions });

/** What would go, from one language or from all, and the button. */
function Question({
  t,
  place,
  unit,
  plans,
}: {
  t: Texts;
  place: ObjectOf<"translation">;
  unit: UnitRow;
  plans: readonly Removal[];
}) {
  const language = languageNames(t).of(place.translation.language.name);
  const ways = plans.map((plan) => ({
    value: plan.everywhere ? "everywhere" : "here",
    label: plan.everywhere ? t("removeString.everywhere") : t("removeString.here", { language }),
    hint: plan.everywhere ? t("removeString.goes", goingOf(plan)) : t("removeString.goesHere", goingOf(plan)),
  }));
  const [only] = ways;
  return (
    <ActionForm
      action={removeString.bind(null, unit.id)}
      className="panel grid gap-5 p-5"
      label={t("removeString.title")}
    >
      {ways.length > 1 || !only ? (
        <RadioGroup label={t("removeString.from")} name="from" choices={ways} defaultValue={only?.value} />
      ) : (
        <div data-goes>
          <input type="hidden" name="from" value={only.value} />
          <p className="font-medium">{only.label}</p>
          <p className="text-table text-ink-2">{only.hint}</p>
        </div>
      )}
      <p className="text-table text-ink-2">{t("removeString.back")}</p>
      <div className="flex flex-wrap gap-3">
        <Submit kind="danger">{t("removeString.title")}</Submit>
        <LinkButton href={path(urls.unitPage(unit, unitChecksum(unit)))}>{t("removeString.keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}

/** That it is gone, and the way back. */
function Removed({ t, place, operation }: { t: Texts; place: ObjectOf<"translation">; operation: string }) {
  return (
    <>
      <Callout tone="success" live title={t("removeString.done")}>
        <ActionForm action={preview.bind(null, place.component.id, operation)} className="mt-2">
          <Submit kind="secondary" small>
            {t("operations.ask")}
          </Submit>
          <span className="ms-3 text-table text-ink-2">{t("bulk.undoDays")}</span>
        </ActionForm>
      </Callout>
      <p className="mt-4">
        <LinkButton href={path(urls.translation(translationAddress(place.translation)).translate)}>
          {t("removeString.goOn")}
        </LinkButton>
      </p>
    </>
  );
}
