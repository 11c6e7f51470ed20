import { ActionForm } from "@/app/ui/action-form";
import { roleName, teamName } from "@/app/ui/built-in-names";
import { Callout } from "@/app/ui/callout";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { viewProjectAs } from "@/app/ui/viewing-actions";
import { listProjectTeams } from "@/lib/domain/projects/members";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { ACCESS } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { addTeam } from "./actions";
import { teamHint } from "./team-hint";

/** The project's teams, what each may do, and a form that makes one. */
export async function TeamsTab({ project }: { project: ProjectRow }) {
  const t = await getTexts();
  const teams = await listProjectTeams(await currentActor(), project);
  return (
    <>
      <Section title={t("access.teams")}>
        {project.accessControl === ACCESS.PUBLIC ? (
          <div className="mb-4">
            <Callout>{t("access.publicLead")}</Callout>
          </div>
        ) : null}
        {teams.length === 0 ? (
          <EmptyState title={t("access.noTeams")}>{t("access.noTeamsText")}</EmptyState>
        ) : (
          <ul className="grid gap-3 lg:grid-cols-2">
            {teams.map((team) => (
              <li key={team.id} className="panel flex min-w-0 flex-wrap items-start justify-between gap-3 p-4">
                <div className="min-w-0 grow basis-60">
                  <h3 className="font-semibold break-words">
                    <a className="name-link" href={path(urls.teamPage(team.id))}>
                      <bdi>{teamName(t, team.name)}</bdi>
                    </a>
                  </h3>
                  <p className="text-table text-ink-2">{t("access.members", { count: team.people })}</p>
                  <p className="mt-1 text-table break-words">{teamHint(t, team)}</p>
                  <p className="mt-1 text-table text-ink-2 break-words">
                    {team.roles.length > 0
                      ? t("access.roles", { roles: team.roles.map((name) => roleName(t, name)).join(", ") })
                      : t("access.noRolesText")}
                  </p>
                </div>
                <LinkButton
                  small
                  href={path(urls.teamPage(team.id))}
                  label={t("access.changeTeam", { team: teamName(t, team.name) })}
                >
                  {t("access.change")}
                </LinkButton>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t("viewing.title")} lead={t("viewing.projectLead")}>
        <ActionForm action={viewProjectAs.bind(null, project.slug)} label={t("viewing.title")}>
          <div className="panel flex flex-wrap items-end gap-4 p-4">
            <Select
              label={t("viewing.eyes")}
              name="eyes"
              className="grow basis-60"
              choices={[
                { value: "visitor", label: t("viewing.eyesOf.visitor") },
                { value: "signed-in", label: t("viewing.eyesOf.signedIn") },
                ...teams.map((team) => ({
                  value: String(team.id),
                  label: t("viewing.eyesOf.team", { team: teamName(t, team.name) }),
                })),
              ]}
            />
            <Submit kind="secondary">{t("viewing.begin")}</Submit>
          </div>
        </ActionForm>
      </Section>
      <Section title={t("team.new")} lead={t("team.newLead")}>
        <ActionForm action={addTeam.bind(null, project.slug)} label={t("team.new")}>
          <div className="panel flex flex-wrap items-end gap-4 p-4">
            <Field
              label={t("common.name")}
              name="name"
              maxLength={150}
              required
              placeholder={t("team.namePlaceholder")}
              className="grow basis-60"
            />
            <Submit>{t("team.create")}</Submit>
          </div>
        </ActionForm>
      </Section>
    </>
  );
}
