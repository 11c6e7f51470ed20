import { Download } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { Count } from "@/app/ui/numbers";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { readTold } from "@/app/ui/told-once";
import { can } from "@/lib/domain/access/demand";
import { memoryOrigins } from "@/lib/domain/memory/memory";
import type { MemoryScope } from "@/lib/domain/memory/scope";
import { urls } from "@/lib/urls";
import { wipeAll, wipeOrigin } from "./actions";
import { MemoryEntries } from "./memory-entries";
import { scopeName } from "./scope";

function mayIn(actor: Parameters<typeof can>[0], scope: MemoryScope) {
  if (scope.kind === "personal") return { add: true, remove: true, download: true };
  if (scope.kind === "shared") {
    const manages = can(actor, "memory.manage");
    return { add: manages, remove: manages, download: manages };
  }
  const place = { project: scope.project };
  return {
    add: can(actor, "memory.edit", place),
    remove: can(actor, "memory.delete", place),
    download: can(actor, "translation.download", place),
  };
}

/** What the last upload came to, told by the address. */
async function Outcome({ query }: { query: Record<string, string> }) {
  const t = await getTexts();
  if (query.problem)
    return (
      <Callout tone="error" title={t("memory.uploadFailed")} live>
        {await readTold(query.problem)}
      </Callout>
    );
  if (query.added === undefined) return null;
  const [added, skipped, total] = [Number(query.added), Number(query.skipped), Number(query.total)];
  return (
    <Callout tone="success" title={t("memory.uploaded", { added, total })} live>
      {skipped > 0 ? t("memory.uploadSkipped", { skipped }) : undefined}
    </Callout>
  );
}

/** A scope of the translation memory: where its entries come from, files in and out, and what it holds. */
export async function MemoryParts({ scope, query }: { scope: MemoryScope; query: Record<string, string> }) {
  const t = await getTexts();
  const actor = await currentActor();
  const origins = await memoryOrigins(actor, scope);
  const may = mayIn(actor, scope);
  // Called, not rendered: what it refuses is caught by the page.
  const entries = await MemoryEntries({ scope, words: query.q ?? "", page: query.page, mayRemove: may.remove });
  const name = scopeName(scope);
  const removable = origins.reduce((sum, one) => sum + (one.strings ? 0 : one.count), 0);
  const total = origins.reduce((sum, one) => sum + one.count, 0);
  const file = (format: string) => path(urls.memoryFile(name, format));
  return (
    <>
      <div className="mb-5 empty:hidden">
        <Outcome query={query} />
      </div>
      <Section
        title={t("memory.originsTitle")}
        lead={t("memory.entryCount", { count: total })}
        action={
          may.download && total > 0 ? (
            <div className="flex flex-wrap gap-2">
              {["tmx", "json"].map((format) => (
                <LinkButton key={format} href={file(format)} small>
                  <Download aria-hidden size={16} /> {format.toUpperCase()}
                </LinkButton>
              ))}
            </div>
          ) : null
        }
      >
        {origins.length === 0 ? (
          <EmptyState title={t("memory.none")}>{t("memory.noneText")}</EmptyState>
        ) : (
          <Table
            label={t("memory.originsTitle")}
            columns={[
              { label: t("memory.origin") },
              { label: t("memory.entries"), numeric: true },
              { label: t("common.remove"), hidden: true },
            ]}
          >
            {origins.map((one) => (
              <tr key={`${one.origin} ${one.fromFile} ${one.strings}`}>
                <Cell head className="break-words">
                  <bdi>{one.origin}</bdi> {one.fromFile ? <span className="text-ink-3">{t("memory.file")}</span> : null}
                  {one.strings ? <span className="text-ink-3">{t("memory.strings")}</span> : null}
                </Cell>
                <Cell numeric>
                  <Count value={one.count} />
                </Cell>
                <Cell className="text-end">
                  {may.remove && !one.strings ? (
                    <ActionForm
                      action={wipeOrigin.bind(null, name)}
                      label={t("memory.removeOrigin", { origin: one.origin })}
                    >
                      <input type="hidden" name="origin" value={one.origin} />
                      <input type="hidden" name="from_file" value={String(one.fromFile)} />
                      <Submit small kind="quiet" aria-label={t("memory.removeEntriesOf", { origin: one.origin })}>
                        {t("common.remove")}
                      </Submit>
                    </ActionForm>
                  ) : null}
                </Cell>
              </tr>
            ))}
          </Table>
        )}
      </Section>
      {may.add ? (
        <Section title={t("memory.upload")} lead={t("memory.uploadLead")}>
          <form
            action="/memory/-/"
            method="post"
            encType="multipart/form-data"
            className="panel grid gap-3 p-4"
            aria-label={t("common.upload")}
          >
            <input type="hidden" name="scope" value={name} />
            <Field label={t("common.file")} name="file" type="file" accept=".tmx,.json,.xml" required />
            <div>
              <Submit>{t("common.upload")}</Submit>
            </div>
          </form>
        </Section>
      ) : null}
      {entries}
      {may.remove && removable > 0 ? (
        <details className="rounded-panel border border-failing bg-surface">
          <summary className="flex min-h-11 list-none items-center px-4 font-medium text-failing">
            {t("memory.openEmpty")}
          </summary>
          <ActionForm
            action={wipeAll.bind(null, name)}
            className="grid gap-3 border-t border-line p-4"
            label={t("memory.empty")}
          >
            <p>{t("memory.emptyText", { count: removable })}</p>
            <div>
              <Submit kind="danger">{t("memory.removeAll")}</Submit>
            </div>
          </ActionForm>
        </details>
      ) : null}
    </>
  );
}
