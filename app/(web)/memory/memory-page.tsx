import { Download } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { count, counted } from "@/app/ui/numbers";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { can } from "@/lib/domain/access/demand";
import { memoryOrigins } from "@/lib/domain/memory/memory";
import type { MemoryScope } from "@/lib/domain/memory/scope";
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
function Outcome({ query }: { query: Record<string, string> }) {
  if (query.problem)
    return (
      <Callout tone="error" title="The file was not taken" live>
        {query.problem}
      </Callout>
    );
  if (query.added === undefined) return null;
  const [added, skipped, total] = [Number(query.added), Number(query.skipped), Number(query.total)];
  return (
    <Callout tone="success" title={`${added} of ${total} entries are new here`} live>
      {skipped > 0 ? `${skipped} were left out: without text, or in a language that is not known here.` : undefined}
    </Callout>
  );
}

/** A scope of the translation memory: where its entries come from, files in and out, and what it holds. */
export async function MemoryParts({ scope, query }: { scope: MemoryScope; query: Record<string, string> }) {
  const actor = await currentActor();
  const origins = await memoryOrigins(actor, scope);
  const may = mayIn(actor, scope);
  // Called, not rendered: what it refuses is caught by the page.
  const entries = await MemoryEntries({ scope, words: query.q ?? "", page: query.page, mayRemove: may.remove });
  const name = scopeName(scope);
  const total = origins.reduce((sum, one) => sum + one.count, 0);
  const file = (format: string) => `/memory/-/?${new URLSearchParams({ scope: name, format })}`;
  return (
    <>
      <div className="mb-5 empty:hidden">
        <Outcome query={query} />
      </div>
      <Section
        title="Where it comes from"
        lead={counted(total, "entry", "entries")}
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
          <EmptyState title="Nothing is remembered here yet">
            What is translated comes in by itself, about a minute later. Files of other programs can be uploaded.
          </EmptyState>
        ) : (
          <Table
            label="Origins"
            columns={[{ label: "Origin" }, { label: "Entries", numeric: true }, { label: "Remove", hidden: true }]}
          >
            {origins.map((one) => (
              <tr key={`${one.origin} ${one.fromFile}`}>
                <Cell head className="break-words">
                  <bdi>{one.origin}</bdi> {one.fromFile ? <span className="text-ink-3">(file)</span> : null}
                </Cell>
                <Cell numeric>{count(one.count)}</Cell>
                <Cell className="text-end">
                  {may.remove ? (
                    <ActionForm action={wipeOrigin.bind(null, name)} label={`Remove ${one.origin}`}>
                      <input type="hidden" name="origin" value={one.origin} />
                      <input type="hidden" name="from_file" value={String(one.fromFile)} />
                      <Submit small kind="quiet" aria-label={`Remove entries of ${one.origin}`}>
                        Remove
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
        <Section
          title="Upload a file"
          lead="TMX, or JSON as Loquat writes it. Entries that are there already stay as they are."
        >
          <form
            action="/memory/-/"
            method="post"
            encType="multipart/form-data"
            className="panel grid gap-3 p-4"
            aria-label="Upload"
          >
            <input type="hidden" name="scope" value={name} />
            <Field label="File" name="file" type="file" accept=".tmx,.json,.xml" required />
            <div>
              <Submit>Upload</Submit>
            </div>
          </form>
        </Section>
      ) : null}
      {entries}
      {may.remove && total > 0 ? (
        <details className="rounded-panel border border-failing bg-surface">
          <summary className="flex min-h-11 list-none items-center px-4 font-medium text-failing">
            Empty this memory…
          </summary>
          <ActionForm
            action={wipeAll.bind(null, name)}
            className="grid gap-3 border-t border-line p-4"
            label="Empty this memory"
          >
            <p>{counted(total, "entry", "entries")} will be gone. This cannot be undone; download them first.</p>
            <div>
              <Submit kind="danger">Remove all entries</Submit>
            </div>
          </ActionForm>
        </details>
      ) : null}
    </>
  );
}
