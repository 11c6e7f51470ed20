import { ActionForm } from "@/app/ui/action-form";
import { AlertCard } from "@/app/ui/alert-card";
import { AlertPeople, alertPeople } from "@/app/ui/alert-people";
import { componentCrumbs, placeCrumbs } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { HideAlert } from "@/app/ui/hide-alert";
import { hideWords } from "@/app/ui/hide-words";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can } from "@/lib/domain/access/demand";
import { addressOf, scopeOf } from "@/lib/domain/components/components";
import { filesOfOneLanguage } from "@/lib/domain/creation/choose-file";
import { mayLookAgain } from "@/lib/domain/diagnostics/look-again";
import { mayHide, openAlerts } from "@/lib/domain/diagnostics/open-alerts";
import { urls } from "@/lib/urls";
import { again } from "../again";
import { AlertBoard } from "../alert-board";
import { hide } from "../hide";
import { choose, lookAtComponent, lookAtProject, putBackTexts } from "./actions";
import { LookAgain } from "./look-again";

export const generateMetadata = titledPlace("common.alerts");

const MOST = 200;

/** Alerts of a project or component, the worst first, each with its cause and what mends it. */
export default async function AlertsPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind === "project")
      return (
        <Page
          title={t("alerts.projectTitle", { project: place.project.name })}
          crumbs={[...placeCrumbs(t, place), { label: t("common.alerts") }]}
        >
          {mayLookAgain(await currentActor(), { project: place.project }) ? (
            <LookAgain action={lookAtProject.bind(null, place.project.slug)} />
          ) : null}
          <AlertBoard project={place.project} parameters={await searchParams} />
        </Page>
      );
    if (place.kind !== "component") return leadTo(place);
    const { component } = place;
    const actor = await currentActor();
    const dismissed = one((await searchParams).hidden) === "1";
    const whole = { limit: MOST, offset: 0 };
    const { rows: alerts } = await openAlerts(actor, { componentId: component.id, dismissed }, whole);
    const people = await alertPeople(alerts);
    const mayEdit = can(actor, "component.edit", scopeOf(component));
    const may = mayEdit || can(actor, "vcs.update", scopeOf(component));
    const words = await hideWords();
    const twice = mayEdit ? await filesOfOneLanguage(component) : [];
    const home = urls.component(addressOf(component)).web;
    const here = path(urls.component(addressOf(component)).alerts);
    return (
      <Page
        title={t("alerts.title", { component: component.name })}
        crumbs={[...componentCrumbs(t, component), { label: t("common.alerts") }]}
        lead={alerts.length > 0 ? t("alerts.count", { count: alerts.length }) : undefined}
      >
        {mayLookAgain(actor, { component }) ? <LookAgain action={lookAtComponent.bind(null, component.id)} /> : null}
        {alerts.length === 0 ? (
          <EmptyState
            title={t("alerts.none")}
            action={<LinkButton href={path(home)}>{t("alerts.open", { component: component.name })}</LinkButton>}
          >
            {t("alerts.noneText")}
          </EmptyState>
        ) : (
          <div className="grid gap-3">
            {alerts.map((alert) => (
              <AlertCard
                key={alert.id}
                alert={alert}
                home={home}
                may={may}
                people={<AlertPeople able={people(alert)} />}
                again={again(t, actor, alert)}
              >
                {alert.kind === "DuplicateLanguage" && mayEdit ? (
                  <ActionForm
                    action={choose.bind(null, component.id)}
                    label={t("alerts.chooseFile")}
                    className="mt-3 flex flex-wrap gap-2"
                  >
                    {twice.flatMap(({ others }) =>
                      others.map((file) => (
                        <Submit key={file} name="file" value={file} kind="secondary">
                          {t("alerts.useFile", { file })}
                        </Submit>
                      )),
                    )}
                  </ActionForm>
                ) : null}
                {alert.kind === "TextsTakenBack" && can(actor, "suggestion.accept", scopeOf(component)) ? (
                  <ActionForm
                    action={putBackTexts.bind(null, component.id)}
                    label={t("common.alerts")}
                    className="mt-3"
                  >
                    <Submit>{t("alerts.putBack", { count: Number(alert.details.texts) })}</Submit>
                  </ActionForm>
                ) : null}
                {mayEdit ? (
                  <HideAlert
                    id={alert.id}
                    hidden={alert.dismissed}
                    forGood={mayHide(actor, alert).forGood}
                    action={hide}
                    words={words}
                  />
                ) : null}
              </AlertCard>
            ))}
          </div>
        )}
        <p className="mt-4">
          <LinkButton href={dismissed ? here : `${here}?hidden=1`}>
            {t(dismissed ? "alerts.hiddenNot" : "alerts.hiddenToo")}
          </LinkButton>
        </p>
      </Page>
    );
  });
}
