import type { ReactNode } from "react";
import { Code } from "@/app/ui/code";
import { counted } from "@/app/ui/numbers";
import type { ComponentRow } from "@/lib/domain/components/components";
import type { Pipeline } from "@/lib/domain/statistics/pipeline";

/** How the repository is, in one line. */
export function HealthStrip({
  component,
  pipeline,
  href,
}: {
  component: ComponentRow;
  pipeline: Pipeline;
  href?: string;
}) {
  const { repository } = component;
  const parts: ReactNode[] = [
    repository.vcs === "local" ? (
      "kept here, without a remote repository"
    ) : (
      <>
        upstream <Code>{repository.branch || "default branch"}</Code>
        {repository.remoteCommit ? (
          <>
            {" "}
            at <Code>{repository.remoteCommit.slice(0, 7)}</Code>
          </>
        ) : null}
      </>
    ),
    repository.missing > 0
      ? `${counted(repository.missing, "commit")} to pull`
      : repository.vcs === "local"
        ? null
        : "in step",
    pipeline.waiting > 0 ? `${counted(pipeline.waiting, "edit")} to commit` : "nothing to commit",
    repository.outgoing > 0 ? `${counted(repository.outgoing, "commit")} to push` : null,
    repository.vcs !== "local" && !repository.push ? "does not push" : null,
    component.linkedPlace ? `shares the repository of ${component.linkedPlace.componentSlug}` : null,
  ].filter((part) => part !== null);
  const line = (
    <span className="flex flex-wrap gap-x-2 gap-y-1">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line do not move
        <span key={index} className="inline-flex items-center gap-1">
          {index > 0 ? <span aria-hidden>·</span> : null}
          <span>{part}</span>
        </span>
      ))}
    </span>
  );
  return (
    <div className="mb-3 text-table text-ink-2">
      {href ? (
        <a href={href} className="text-ink-2 no-underline hover:text-ink hover:underline">
          {line}
        </a>
      ) : (
        line
      )}
    </div>
  );
}
