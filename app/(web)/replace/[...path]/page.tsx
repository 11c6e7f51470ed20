import { planReplacing } from "@/app/(web)/bulk-edit/actions";
import { ReplaceFields } from "@/app/(web)/bulk-edit/fields";
import { AroundPlan, planOf, ShownPlan } from "@/app/(web)/bulk-edit/shown-plan";
import { ClientTexts } from "@/app/ui/client-messages";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { LiveForm } from "@/app/ui/live-form";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demandPlace, mayBegin } from "@/lib/domain/bulk/place";
import { pathOf, tickedStrings } from "@/lib/domain/bulk/plan";
import { urls } from "@/lib/urls";

export const generateMetadata = titledPlace("bulk.replaceTitle");

/** Other words in many strings: the form, and what it would change beneath. */
export default async function ReplacePage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    const actor = await currentActor();
    await demandPlace(actor, place, ["unit.edit"]);
    const asked = await searchParams;
    const slugs = pathOf(place);
    const plan = await planOf(actor, one(asked.plan), slugs);
    const wish = plan?.asked.wish.act === "replace" ? plan.asked.wish : undefined;
    const rows = plan?.asked.selection ?? one(asked.rows);
    const ticked = rows ? (await tickedStrings(actor, rows)).length : undefined;
    const from = Math.max(0, Math.floor(Number(one(asked.from))) || 0);
    return (
      <Page
        title={t("bulk.replaceTitle")}
        crumbs={crumbsBelow(t, place, t("bulk.replaceTitle"))}
        lead={t("bulk.replaceLead")}
        actions={
          mayBegin(actor, place, ["unit.bulk_edit"]) ? (
            <LinkButton href={path(urls.below("bulk-edit", slugs.split("/")))}>{t("bulk.title")}</LinkButton>
          ) : null
        }
      >
        <ClientTexts part="bulk">
          <AroundPlan
            plan={plan}
            shown={plan ? <ShownPlan actor={actor} plan={plan} from={from} labels={new Map()} word="replace" /> : null}
          >
            <LiveForm
              action={planReplacing.bind(null, slugs)}
              label={t("bulk.replaceTitle")}
              className="panel grid gap-4 p-5"
            >
              <ReplaceFields initial={{ q: plan?.asked.q ?? one(asked.q), rows, ticked, ...wish }} />
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
