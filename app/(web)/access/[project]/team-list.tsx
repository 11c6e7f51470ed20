import { Bot } from "lucide-react";
import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { ProjectTeam } from "@/lib/domain/projects/members";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { ACCESS } from "@/lib/text/codes";
import { urls } from "@/lib/urls";
import { addMember, dropMember } from "./actions";

/** The project's teams, what each may do, who is in it; and a form that adds somebody. */
export function TeamList({ project, teams }: { project: ProjectRow; teams: readonly ProjectTeam[] }) {
  const t = useTexts();
  if (teams.length === 0) return <EmptyState title={t("access.noTeams")}>{t("access.noTeamsText")}</EmptyState>;
  return (
    <>
      <Section title={t("access.addMember")}>
        <ActionForm action={addMember.bind(null, project.slug)} label={t("access.addMember")}>
          <div className="panel grid items-end gap-4 p-4 sm:grid-cols-[1fr_1fr_auto]">
            <Field
              label={t("common.userName")}
              name="username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
            <Select
              label={t("access.team.label")}
              name="team"
              choices={teams.map((team) => ({ value: String(team.id), label: team.name }))}
            />
            <Submit>{t("access.add")}</Submit>
          </div>
        </ActionForm>
      </Section>
      <Section
        title={t("access.teams")}
        lead={project.accessControl === ACCESS.PUBLIC ? t("access.publicLead") : undefined}
      >
        <ul className="grid gap-3 lg:grid-cols-2">
          {teams.map((team) => (
            <li key={team.id} className="panel p-4">
              <h3 className="font-semibold">{team.name}</h3>
              <p className="text-table text-ink-2">
                {[
                  ...(team.roles.length > 0 ? team.roles : [t("access.noRoles")]),
                  ...(team.languages.length > 0
                    ? [t("access.languagesOnly", { languages: team.languages.join(", ") })]
                    : []),
                  t("access.members", { count: team.members.length }),
                ].join(", ")}
              </p>
              {team.members.length > 0 ? (
                <ul className="mt-2 divide-y divide-line border-t border-line">
                  {team.members.map((member) => (
                    <li key={member.id} className="flex items-center gap-2 py-1.5">
                      {member.isBot ? <Bot aria-label={t("access.bot")} size={16} className="text-ink-3" /> : null}
                      <a href={path(urls.user(member.username).web)} className="name-link min-w-0 grow truncate">
                        <bdi>{member.fullName || member.username}</bdi>
                      </a>
                      <ActionForm
                        action={dropMember.bind(null, project.slug)}
                        label={t("access.removeMember", { user: member.username, team: team.name })}
                      >
                        <input type="hidden" name="team" value={team.id} />
                        <input type="hidden" name="user" value={member.id} />
                        <Submit
                          kind="quiet"
                          small
                          aria-label={t("access.removeMember", { user: member.username, team: team.name })}
                        >
                          {t("common.remove")}
                        </Submit>
                      </ActionForm>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
