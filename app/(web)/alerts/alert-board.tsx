import Link from "next/link";
import { AlertCard } from "@/app/ui/alert-card";
import { ALERTS, type AlertText } from "@/app/ui/alert-texts";
import { EmptyState } from "@/app/ui/empty-state";
import { HideAlert } from "@/app/ui/hide-alert";
import { type HideWords, hideWords } from "@/app/ui/hide-words";
import { LinkButton } from "@/app/ui/link-button";
import { one } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { type AlertLine, countAlerts, mayHide, openAlerts } from "@/lib/domain/diagnostics/open-alerts";
import { urls } from "@/lib/urls";
import { hide } from "./hide";

const SIZE = 50;

/** Alerts of several components, the worst first, with a choice of their kinds. */
export async function AlertBoard({
  projectId,
  here,
  parameters,
}: {
  projectId?: number;
  here: string;
  parameters: Record<string, string | string[] | undefined>;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const dismissed = one(parameters.hidden) === "1";
  const page = readPage(parameters.page);
  const kinds = await countAlerts(actor, { projectId, dismissed });
  const kind = kinds.find((row) => row.kind === one(parameters.kind))?.kind;
  const found = await openAlerts(actor, { projectId, kind, dismissed }, { limit: SIZE, offset: (page - 1) * SIZE });
  const words = await hideWords();
  const query = (given: { kind?: string; hidden?: boolean }) => {
    const words = new URLSearchParams();
    if (given.kind) words.set("kind", given.kind);
    if (given.hidden) words.set("hidden", "1");
    return words.size > 0 ? `${here}?${words}` : here;
  };
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
      {found.rows.length === 0 ? (
        <EmptyState title={t("alerts.none")}>{t("alerts.noneOpen")}</EmptyState>
      ) : (
        <div className="grid gap-3">
          {found.rows.map((line) => (
            <BoardCard key={line.id} line={line} may={mayHide(actor, line)} words={words} />
          ))}
        </div>
      )}
      <Pager page={page} size={SIZE} total={found.count} query={{ kind, hidden: dismissed ? "1" : undefined }} />
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
}: {
  line: AlertLine;
  may: { until: boolean; forGood: boolean };
  words: HideWords;
}) {
  const project = urls.project(line.projectSlug).web;
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
      place={
        <Link href={path(home)} className="link">
          {line.componentName ? `${line.projectName} / ${line.componentName}` : line.projectName}
        </Link>
      }
    >
      {may.until ? (
        <HideAlert id={line.id} hidden={line.dismissed} forGood={may.forGood} action={hide} words={words} />
      ) : null}
    </AlertCard>
  );
}
