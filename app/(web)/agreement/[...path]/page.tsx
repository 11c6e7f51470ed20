import { ActionForm } from "@/app/ui/action-form";
import { componentCrumbs } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { RelativeTime } from "@/app/ui/relative-time";
import { safePath } from "@/app/ui/request-path";
import { RichText } from "@/app/ui/rich-text";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { readAgreement } from "@/lib/domain/components/agreement";
import { addressOf } from "@/lib/domain/components/components";
import { readRichText } from "@/lib/text/rich-text";
import { urls } from "@/lib/urls";
import { decide } from "./actions";

export const generateMetadata = titledPlace("agreement.title");

/** The contributor agreement of a component: to be read, accepted, and withdrawn from. */
export default async function AgreementPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "component") return leadTo(place);
    const { component } = place;
    const actor = await currentActor();
    const { text, version, signedAt } = await readAgreement(actor, component);
    const home = urls.component(addressOf(component));
    const wanted = one((await searchParams).next);
    const next = wanted ? safePath(wanted) : path(home.web);
    const here = `${path(home.agreementPage)}${wanted ? `?next=${encodeURIComponent(next)}` : ""}`;
    return (
      <Page
        title={t("agreement.of", { component: component.name })}
        crumbs={[...componentCrumbs(t, component), { label: t("agreement.title") }]}
        lead={text ? t("agreement.lead") : undefined}
      >
        {text === "" ? (
          <EmptyState
            title={t("agreement.none")}
            action={<LinkButton href={path(home.web)}>{t("alerts.open", { component: component.name })}</LinkButton>}
          >
            {t("agreement.noneText")}
          </EmptyState>
        ) : (
          <>
            <div className="panel grid max-w-[80ch] gap-3 break-words p-4">
              <RichText nodes={readRichText(text)} />
            </div>
            {actor.isAnonymous ? (
              <p className="mt-4">
                <LinkButton kind="primary" href={path(urls.signIn(here))}>
                  {t("agreement.signIn")}
                </LinkButton>
              </p>
            ) : (
              <ActionForm
                action={decide.bind(null, component.id)}
                label={t("agreement.title")}
                className="mt-4 flex flex-wrap items-center gap-3"
              >
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="next" value={next} />
                {signedAt === null ? (
                  <>
                    <Submit name="act" value="sign">
                      {t("agreement.accept")}
                    </Submit>
                    <LinkButton href={next}>{t("agreement.later")}</LinkButton>
                  </>
                ) : (
                  <>
                    <span>{t.rich("agreement.accepted", { ago: () => <RelativeTime at={signedAt} /> })}</span>
                    <Submit name="act" value="withdraw" kind="secondary">
                      {t("agreement.withdraw")}
                    </Submit>
                  </>
                )}
              </ActionForm>
            )}
          </>
        )}
      </Page>
    );
  });
}
