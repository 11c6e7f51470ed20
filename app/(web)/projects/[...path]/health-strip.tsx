import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Code } from "@/app/ui/code";
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
  const t = useTexts();
  const { repository } = component;
  const local = repository.vcs === "local";
  const code = (chunks: ReactNode) => <Code>{chunks}</Code>;
  const branch = repository.branch || t("component.health.defaultBranch");
  const parts: ReactNode[] = [
    local
      ? t("component.health.local")
      : repository.remoteCommit
        ? t.rich("component.health.upstreamAt", { branch, commit: repository.remoteCommit.slice(0, 7), code })
        : t.rich("component.health.upstream", { branch, code }),
    repository.missing > 0
      ? t("component.health.toPull", { count: repository.missing })
      : local
        ? null
        : t("component.health.upToDate"),
    pipeline.waiting > 0
      ? t("component.health.toCommit", { count: pipeline.waiting })
      : t("component.health.nothingToCommit"),
    repository.toPush > 0 ? t("component.health.toPush", { count: repository.toPush }) : null,
    !local && !repository.push ? t("component.health.noPush") : null,
    component.linkedPlace ? t("component.health.shared", { component: component.linkedPlace.componentSlug }) : null,
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
