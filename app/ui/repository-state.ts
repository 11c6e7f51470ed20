import type { Texts } from "#texts";
import type { RepositoryLine } from "@/lib/domain/statistics/repository-table";
import type { RepositoryWords } from "./repository-rows";

/** What is true of a repository, the worst alone. */
export function repositoryState(t: Texts, line: RepositoryLine): Pick<RepositoryWords, "state" | "mood"> {
  if (line.mergeFailure) return { state: t("repository.mergeFailed"), mood: "failing" };
  if (line.alerts > 0) return { state: t("repository.alerts", { count: line.alerts }), mood: "failing" };
  if (line.locked) return { state: t("repository.lockedState"), mood: "quiet" };
  if (line.missing > 0) return { state: t("repository.behind") };
  if (line.waiting > 0 || line.toPush > 0) return { state: t("repository.ahead") };
  return { state: t("repository.upToDate"), mood: "quiet" };
}
