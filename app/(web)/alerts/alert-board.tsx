import Link from "next/link";
import type { ReactNode } from "react";
import { AlertCard, alertWords } from "@/app/ui/alert-card";
import { AlertPeople, alertPeople } from "@/app/ui/alert-people";
import { ALERTS, type AlertText } from "@/app/ui/alert-texts";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FindForm } from "@/app/ui/find-form";
import { HideAlert } from "@/app/ui/hide-alert";
import { type HideWords, hideWords } from "@/app/ui/hide-words";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { one } from "@/app/ui/page-input";
import { getTexts, useTexts } from "@/app/ui/page-texts";
import { path, thisPage } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { TableTools } from "@/app/ui/table-tools";
import { Tabs } from "@/app/ui/tabs";
import { TickedForm } from "@/app/ui/ticked-form";
import type { AblePeople } from "@/lib/domain/access/who-may";
import { type AlertLine, alertPage, countAlerts, mayHide } from "@/lib/domain/diagnostics/open-alerts";
import { urls } from "@/lib/urls";
import { again } from "./again";
import { hide, hideTicked } from "./hide";

const SIZE = 50;
/** With more alerts than this there is a field that narrows them. */
const FEW = 5;
const FORM = "chosen-alerts";

/** Alerts of several components, the worst first, with a choice of their kinds. */
export async function AlertBoard({
  project,
  parameters,
}: {
  project?: { id: number; slug: string };
  parameters: Record<string, string | string[] | undefined>;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const dismissed = one(parameters.hidden) === "1";
  const words = one(parameters.q).trim().slice(0, 200);
  const after = one(parameters.after) || undefined;
  const place = { projectId: project?.id, dismissed, words };
  const kinds = await countAlerts(actor, place);
  const kind = kinds.find((row) => row.kind === one(parameters.kind))?.kind;
  const found = await alertPage(actor, { ...place, kind }, { after, limit: SIZE });
  const [texts, people] = await Promise.all([hideWords(), alertPeople(found.rows)]);
  const asked = { q: words || undefined, kind, hidden: dismissed ? "1" : undefined };
  const query = (given: { kind?: string; hidden: boolean; after?: string }) =>
    thisPage({ ...asked, kind: given.kind, hidden: given.hidden ? "1" : undefined, after: given.after });
  const count = kinds.reduce((sum, row) => sum + row.alerts, 0);
  const ticked = found.rows.some((line) => mayHide(actor, line).until);
  const titleOf = (name: string) => {
    const known = (ALERTS as Readonly<Record<string, AlertText>>)[name];
    return known ? t(known.title) : name;
  };
  return (
    <>
      {kinds.length > 1 ? (
        <Tabs
          label={t("alerts.kinds")}
          tabs={[
            { label: t("alerts.all"), href: query({ hidden: dismissed }), current: kind === undefined },
            ...kinds.map((row) => ({
              label: titleOf(row.kind),
              href: query({ kind: row.kind, hidden: dismissed }),
              current: row.kind === kind,
              count: row.alerts,
            })),
          ]}
        />
      ) : null}
      {count > FEW || words ? (
        <FindForm label={t("alerts.find")} words={words}>
          {Object.entries({ kind, hidden: asked.hidden }).map(([name, value]) =>
            value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
        </FindForm>
      ) : null}
      {found.rows.length === 0 ? (
        words ? (
          <EmptyState
            title={t("form.noMatch")}
            action={
              <LinkButton href={thisPage({ ...asked, q: undefined, kind: undefined })}>{t("alerts.all")}</LinkButton>
            }
          />
        ) : (
          <EmptyState title={t("alerts.none")}>{t("alerts.noneOpen")}</EmptyState>
        )
      ) : (
        <>
          <TableTools csv={path(urls.table("alerts", project ? [project.slug] : [], asked))} />
          <div className="grid gap-3">
            {found.rows.map((line) => (
              <BoardCard
                key={line.id}
                line={line}
                may={mayHide(actor, line)}
                words={texts}
                able={people(line)}
                again={again(t, actor, line)}
              />
            ))}
          </div>
        </>
      )}
      {ticked ? (
        <TickedForm
          id={FORM}
          action={hideTicked}
          label={t("alerts.ticked.title")}
          acts={[
            ...(dismissed ? [{ value: "show", label: texts.show }] : []),
            { value: "snooze", label: t("alerts.ticked.snooze") },
            { value: "dismiss", label: texts.dismiss },
          ]}
          submit={t("manage.people.act.do")}
        >
          <Field id="until-ticked" name="snoozed_until" type="date" label={texts.label} />
        </TickedForm>
      ) : null}
      <KeyPager
        next={found.next && query({ kind, hidden: dismissed, after: found.next })}
        first={after && query({ kind, hidden: dismissed })}
      />
      <p className="mt-4">
        <LinkButton href={query({ kind, hidden: !dismissed })}>
          {t(dismissed ? "alerts.hiddenNot" : "alerts.hiddenToo")}
        </LinkButton>
      </p>
    </>
  );
}

/** An alert with where it is. */
function BoardCard({
  line,
  may,
  words,
  able,
  again,
}: {
  line: AlertLine;
  may: { until: boolean; forGood: boolean };
  words: HideWords;
  able: AblePeople | undefined;
  again: ReactNode;
}) {
  const t = useTexts();
  const project = urls.project(line.projectSlug).web;
  const where = line.componentName ? `${line.projectName} / ${line.componentName}` : line.projectName;
  const tickLabel = t("work.chooseName", { name: `${alertWords(t, line).title}: ${where}` });
  const home =
    line.componentSlug === null
      ? project
      : urls.component({
          projectSlug: line.projectSlug,
          categoryPath: line.categoryPath ?? "",
          componentSlug: line.componentSlug,
        }).web;
  return (
    <AlertCard
      alert={line}
      home={home}
      may={may.until}
      people={<AlertPeople able={able} />}
      again={again}
      tick={may.until ? { form: FORM, name: "alert", value: String(line.id), label: tickLabel } : undefined}
      place={
        <Link href={path(home)} className="link">
          {where}
        </Link>
      }
    >
      {may.until ? (
        <HideAlert id={line.id} hidden={line.dismissed} forGood={may.forGood} action={hide} words={words} />
      ) : null}
    </AlertCard>
  );
}
