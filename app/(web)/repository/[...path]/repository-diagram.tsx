import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Code } from "@/app/ui/code";
import { RelativeTime } from "@/app/ui/relative-time";
import type { ComponentRow } from "@/lib/domain/components/components";
import { pushesAnyway } from "@/lib/domain/requests/accounts";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { withoutCredentials } from "@/lib/text/addresses";

/** Upstream, Loquat, and where Loquat pushes to, with the commits that lie between. */
export function RepositoryDiagram({ component, state }: { component: ComponentRow; state: RepositoryState }) {
  const t = useTexts();
  const { repository } = component;
  const local = repository.vcs === "local";
  return (
    <ol className="mb-6 grid gap-2 lg:grid-cols-[1fr_auto_1fr_auto_1fr] lg:items-stretch">
      {local ? null : (
        <>
          <Station
            name={t("repository.step.upstream")}
            place={<Place address={repository.url} branch={repository.branch} />}
            info={state.remoteInfo}
          />
          <Arrow
            text={
              state.missing > 0 ? t("repository.commitsToPull", { count: state.missing }) : t("repository.upToDate")
            }
            busy={state.missing > 0}
          />
        </>
      )}
      <Station
        name="Loquat"
        place={
          state.pending > 0 ? t("repository.editsToCommit", { count: state.pending }) : t("repository.allCommitted")
        }
        info={state.localInfo}
      />
      {local ? null : (
        <>
          <Arrow
            text={
              state.toPush > 0
                ? t("repository.commitsToPush", { count: state.toPush })
                : t("repository.nothingToPushShort")
            }
            busy={state.toPush > 0}
          />
          <Station
            name={t("repository.pushTo")}
            place={
              repository.push ? (
                <Place address={repository.push} branch={repository.pushBranch} />
              ) : pushesAnyway(repository.vcs) ? (
                t("repository.request.fork")
              ) : (
                t("repository.step.noPush")
              )
            }
            info={null}
          />
        </>
      )}
    </ol>
  );
}

/** An address and its branch, which is not torn apart to go with it on a line. */
function Place({ address, branch }: { address: string; branch: string }) {
  return (
    <>
      <Code>{withoutCredentials(address)}</Code>{" "}
      {branch ? (
        <span className="inline-block max-w-full">
          <Code>{branch}</Code>
        </span>
      ) : null}
    </>
  );
}

function Station({ name, place, info }: { name: string; place: ReactNode; info: RepositoryState["localInfo"] }) {
  return (
    <li className="panel min-w-0 p-3">
      <p className="text-meta text-ink-2">{name}</p>
      <p className="text-table break-words">{place}</p>
      {info ? (
        <p className="mt-2 text-table text-ink-2">
          <Code>{info.shortrevision}</Code> <span className="text-ink">{info.summary}</span>
          <span className="block text-meta">
            <bdi>{info.author_name}</bdi> · <RelativeTime at={new Date(info.commitdate)} />
          </span>
        </p>
      ) : null}
    </li>
  );
}

function Arrow({ text, busy }: { text: string; busy: boolean }) {
  return (
    <li className="flex items-center gap-2 px-2 text-table lg:flex-col lg:justify-center lg:gap-1">
      <ArrowRight
        aria-hidden
        size={20}
        className={`${busy ? "text-needs" : "text-approved"} max-lg:rotate-90 rtl:lg:rotate-180`}
      />
      <span className={busy ? "font-medium" : "text-ink-2"}>{text}</span>
    </li>
  );
}
