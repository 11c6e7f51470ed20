import { DatabaseBackup, Download } from "lucide-react";
import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Button } from "@/app/ui/button";
import { Callout } from "@/app/ui/callout";
import { CodeBlock } from "@/app/ui/code-block";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { loadTask } from "@/app/ui/load-task";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { ProofField } from "@/app/ui/proof-field";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { TaskProgress } from "@/app/ui/task-progress";
import { COMMANDS, type KeptBackup, listBackups } from "@/lib/domain/backups/kept-backups";
import { proofKind } from "@/lib/domain/users/prove-oneself";
import { dataFolder } from "@/lib/platform/environment";
import { urls } from "@/lib/urls";
import { remove, start } from "./actions";

export const generateMetadata = titled("backups.title");

const PROBLEMS = ["refused", "throttled", "gone"] as const;

/** Backups: made now, fetched, removed, and what a restore needs. */
export default async function BackupsPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const { backups, task } = await listBackups(actor);
    const last = await loadTask(actor, task);
    const asked = one((await searchParams).problem);
    const problem = PROBLEMS.find((name) => name === asked);
    const folder = dataFolder("backups");
    return (
      <Page
        title={t("backups.title")}
        lead={t("backups.lead")}
        actions={
          <ActionForm action={start} label={t("backups.now")}>
            <Submit>
              <DatabaseBackup aria-hidden size={16} /> {t("backups.now")}
            </Submit>
          </ActionForm>
        }
      >
        <div className="mb-6 grid gap-3">
          {problem ? (
            <Callout tone="error" live>
              {t(`backups.${problem}`)}
            </Callout>
          ) : null}
          {last ? <TaskProgress task={last.task} title={last.title} /> : null}
          <Callout tone="warning" title={t("backups.secret")}>
            {t("backups.secretText")}
          </Callout>
        </div>
        <Section title={t("backups.list")}>
          {backups.length === 0 ? (
            <EmptyState title={t("backups.none")}>{t("backups.noneText")}</EmptyState>
          ) : (
            <BackupTable backups={backups} />
          )}
        </Section>
        {backups.length > 0 ? (
          <Section title={t("backups.downloadTitle")} lead={t("backups.downloadLead")}>
            <form
              method="post"
              action={path(urls.backupFile())}
              aria-label={t("backups.downloadTitle")}
              className="panel grid max-w-[480px] gap-4 p-4"
            >
              <Select
                label={t("backups.which")}
                name="name"
                choices={backups.map(({ name }) => ({ value: name, label: name }))}
              />
              <ProofField kind={await proofKind(actor.userId)} id="backup-proof" />
              <div>
                <Button kind="primary">
                  <Download aria-hidden size={16} /> {t("backups.download")}
                </Button>
              </div>
            </form>
          </Section>
        ) : null}
        <Section title={t("backups.restore")} lead={t("backups.restoreLead")}>
          <div className="grid max-w-[80ch] gap-3">
            <p>{t("backups.restoreTry")}</p>
            <CodeBlock text={COMMANDS.rehearse} />
            <p>{t("backups.restoreFor")}</p>
            <CodeBlock text={COMMANDS.restore} />
            <p className="font-semibold">{t("backups.key")}</p>
            <p>
              {t.rich("backups.keyText", {
                folder: () => <code className="font-mono text-table break-all">{folder}</code>,
              })}
            </p>
          </div>
        </Section>
        <Section title={t("backups.nightly")} lead={t("backups.nightlyLead")}>
          <div className="max-w-[80ch]">
            <CodeBlock text={COMMANDS.backUp} />
          </div>
        </Section>
      </Page>
    );
  });
}

function BackupTable({ backups }: { backups: readonly KeptBackup[] }) {
  const t = useTexts();
  return (
    <Table
      label={t("backups.list")}
      columns={[
        { label: t("backups.name") },
        { label: t("backups.made"), wide: true },
        { label: t("backups.size"), numeric: true },
        { label: t("backups.acts"), hidden: true },
      ]}
    >
      {backups.map(({ name, madeAt, size }) => (
        <tr key={name}>
          <td className="px-3 py-2 font-mono break-all">{name}</td>
          <td className="px-3 py-2 max-lg:hidden">
            <RelativeTime at={madeAt} />
          </td>
          <td className="px-3 py-2 text-end whitespace-nowrap tabular-nums">
            {t("backups.bytes", { size: Math.max(0.1, Math.round(size / 100_000) / 10) })}
          </td>
          <td className="px-3 py-2 text-end">
            <ActionForm action={remove.bind(null, name)} label={t("backups.removeNamed", { name })}>
              <Submit kind="quiet" small aria-label={t("backups.removeNamed", { name })}>
                {t("common.remove")}
              </Submit>
            </ActionForm>
          </td>
        </tr>
      ))}
    </Table>
  );
}
