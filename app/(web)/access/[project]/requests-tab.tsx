import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { EmptyState } from "@/app/ui/empty-state";
import { KeyPager } from "@/app/ui/key-pager";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { listAccessRequests } from "@/lib/domain/projects/access-requests";
import { listProjectTeams } from "@/lib/domain/projects/members";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { declineRequest, grantRequest } from "./actions";

const SIZE = 25;

/** People who ask to be let in, the one who has waited longest first. */
export async function RequestsTab({ project, after }: { project: ProjectRow; after: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  const from = /^[1-9]\d{0,8}$/.test(after) ? Number(after) : undefined;
  const [{ rows, next }, teams] = await Promise.all([
    listAccessRequests(actor, project, { after: from, limit: SIZE }),
    listProjectTeams(actor, project),
  ]);
  const address = urls.project(project.slug);
  return (
    <Section title={t("access.requests")} lead={t("access.requestsLead")}>
      {rows.length === 0 ? (
        <EmptyState title={t("access.noRequests")}>{t("access.noRequestsText")}</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {rows.map((row) => (
            <li key={row.id} className="panel grid gap-3 p-4">
              <div>
                <h3 className="font-semibold">
                  <a className="name-link" href={path(urls.user(row.username).web)}>
                    <bdi>{row.fullName || row.username}</bdi>
                  </a>{" "}
                  <span className="text-table font-normal text-ink-2">
                    <RelativeTime at={row.createdAt} />
                  </span>
                </h3>
                <p className="mt-1 max-w-[72ch] break-words whitespace-pre-line">
                  <bdi>{row.message}</bdi>
                </p>
              </div>
              <div className="flex flex-wrap items-end gap-3">
                <ActionForm
                  action={grantRequest.bind(null, project.slug, row.id)}
                  label={t("access.grantTo", { user: row.username })}
                  className="flex flex-wrap items-end gap-3"
                >
                  <Select
                    label={t("access.team.label")}
                    name="team"
                    id={`team-${row.id}`}
                    choices={[
                      { value: "", label: t("access.chooseTeam") },
                      ...teams.map((team) => ({ value: String(team.id), label: teamName(t, team.name) })),
                    ]}
                    defaultValue=""
                  />
                  <Submit aria-label={t("access.grantTo", { user: row.username })}>{t("access.grant")}</Submit>
                </ActionForm>
                <ActionForm
                  action={declineRequest.bind(null, project.slug, row.id)}
                  label={t("access.declineOf", { user: row.username })}
                >
                  <Submit kind="secondary" aria-label={t("access.declineOf", { user: row.username })}>
                    {t("access.decline")}
                  </Submit>
                </ActionForm>
              </div>
            </li>
          ))}
        </ul>
      )}
      <KeyPager
        next={next && path(address.accessTab({ tab: "requests", after: next }))}
        first={from ? path(address.accessTab({ tab: "requests" })) : undefined}
      />
    </Section>
  );
}
