import { ClientTexts } from "@/app/ui/client-messages";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { LiveForm } from "@/app/ui/live-form";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts, type Texts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demandPlace, isOneLanguage, mayBegin } from "@/lib/domain/bulk/place";
import { type BulkPlan, pathOf, tickedStrings } from "@/lib/domain/bulk/plan";
import { list as listLabels } from "@/lib/domain/labels/labels";
import { ALL_CHECKS } from "@/lib/text/checks/describe";
import { STATE } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { planEditing } from "../actions";
import { EditFields, type FieldValues } from "../fields";
import { AroundPlan, planOf, ShownPlan } from "../shown-plan";

export const generateMetadata = titledPlace("bulk.title");

/** State, flags, labels, findings and suggestions of many strings: the form, and what it would change beneath. */
export default async function BulkEditPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const actor = await currentActor();
    await demandPlace(actor, place, ["unit.bulk_edit"]);
    const asked = await searchParams;
    const slugs = pathOf(place);
    const [plan, labels] = await Promise.all([
      planOf(actor, one(asked.plan), slugs),
      listLabels(actor, place.project.slug, { limit: 500, offset: 0 }),
    ]);
    const rows = plan?.asked.selection ?? one(asked.rows);
    const ticked = rows ? (await tickedStrings(actor, rows)).length : undefined;
    const from = Math.max(0, Math.floor(Number(one(asked.from))) || 0);
    const initial = {
      user: one(asked.user),
      since: one(asked.since),
      ...valuesOf(plan),
      q: plan?.asked.q ?? one(asked.q),
      rows,
      ticked,
    };
    const reviews = place.project.translationReview;
    return (
      <Page
        title={t("bulk.title")}
        crumbs={crumbsBelow(t, place, t("bulk.title"))}
        lead={t("bulk.lead")}
        actions={
          mayBegin(actor, place, ["unit.edit"]) ? (
            <LinkButton href={path(urls.below("replace", slugs.split("/")))}>{t("bulk.replaceTitle")}</LinkButton>
          ) : null
        }
      >
        <ClientTexts part="bulk">
          <AroundPlan
            plan={plan}
            shown={
              plan ? (
                <ShownPlan
                  actor={actor}
                  plan={plan}
                  from={from}
                  labels={new Map(labels.rows.map(({ id, name }) => [id, name]))}
                  word="bulk-edit"
                />
              ) : null
            }
          >
            <LiveForm
              action={planEditing.bind(null, slugs)}
              label={t("bulk.title")}
              className="group/bulk panel grid gap-4 p-5"
            >
              <EditFields
                initial={{
                  ...initial,
                  check: initial.check ?? one(asked.check),
                  act: initial.act ?? (one(asked.act) || "edit"),
                }}
                acts={actsOf(t, isOneLanguage(place))}
                states={statesOf(t, reviews)}
                labels={labels.rows.map(({ id, name }) => ({ value: String(id), label: name }))}
                checks={ALL_CHECKS.map(({ id, name }) => ({ value: id, label: name }))}
                reviews={reviews}
              />
              <div>
                <Submit>{t("bulk.preview")}</Submit>
              </div>
            </LiveForm>
          </AroundPlan>
        </ClientTexts>
      </Page>
    );
  });
}

const actsOf = (t: Texts, oneLanguage: boolean) => [
  { value: "edit", label: t("bulk.act.edit") },
  { value: "dismiss", label: t("bulk.act.dismiss") },
  { value: "accept", label: t("bulk.act.accept") },
  { value: "revert", label: t("bulk.act.revert"), hint: t("bulk.act.revertHint") },
  { value: "remove", label: t("bulk.act.remove"), hint: t(oneLanguage ? "bulk.act.removeHere" : "bulk.act.removeAll") },
];

const statesOf = (t: Texts, reviews: boolean) => [
  { value: "", label: t("bulk.state.leave") },
  { value: String(STATE.NEEDS_EDITING), label: t("bulk.state.needsEditing") },
  { value: String(STATE.NEEDS_REWRITING), label: t("bulk.state.needsRewriting") },
  { value: String(STATE.NEEDS_CHECKING), label: t("bulk.state.needsChecking") },
  { value: String(STATE.TRANSLATED), label: t("bulk.state.translated") },
  ...(reviews ? [{ value: String(STATE.APPROVED), label: t("bulk.state.approved") }] : []),
];

/** What the form said when the plan was made. */
function valuesOf(plan: BulkPlan | undefined): Partial<FieldValues> {
  const wish = plan?.asked.wish;
  switch (wish?.act) {
    case "edit":
      return {
        act: "edit",
        state: wish.state === undefined ? "" : String(wish.state),
        addFlags: wish.addFlags,
        removeFlags: wish.removeFlags,
        addLabels: wish.addLabels.map(String),
        removeLabels: wish.removeLabels.map(String),
      };
    case "dismiss":
      return { act: "dismiss", check: wish.checks[0] ?? "" };
    case "accept":
      return { act: "accept", approve: wish.approve };
    case "remove":
      return { act: "remove" };
    case "revert":
      return { act: "revert", user: wish.user, since: wish.since };
    default:
      return {};
  }
}
