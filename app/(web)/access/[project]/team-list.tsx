import { Bot } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { counted } from "@/app/ui/numbers";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import type { ProjectTeam } from "@/lib/domain/projects/members";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { ACCESS } from "@/lib/text/codes";
import { addMember, dropMember } from "./actions";

/** The project's teams, what each may do, who is in it; and a form that adds somebody. */
export function TeamList({ project, teams }: { project: ProjectRow; teams: readonly ProjectTeam[] }) {
  if (teams.length === 0)
    return (
      <EmptyState title="This project has no teams of its own">
        With custom access, the teams of the whole installation decide who may do what here.
      </EmptyState>
    );
  return (
    <>
      <Section title="Add a member">
        <ActionForm action={addMember.bind(null, project.slug)} label="Add a member">
          <div className="panel grid items-end gap-4 p-4 sm:grid-cols-[1fr_1fr_auto]">
            <Field
              label="User name"
              name="username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
            <Select
              label="Team"
              name="team"
              choices={teams.map((team) => ({ value: String(team.id), label: team.name }))}
            />
            <Submit>Add</Submit>
          </div>
        </ActionForm>
      </Section>
      <Section
        title="Teams"
        lead={
          project.accessControl === ACCESS.PUBLIC
            ? "The project is public: everybody who is signed in may translate without being in a team."
            : undefined
        }
      >
        <ul className="grid gap-3 lg:grid-cols-2">
          {teams.map((team) => (
            <li key={team.id} className="panel p-4">
              <h3 className="font-semibold">{team.name}</h3>
              <p className="text-table text-ink-2">
                {team.roles.length > 0 ? team.roles.join(", ") : "no roles"}
                {team.languages.length > 0 ? `, in ${team.languages.join(", ")} only` : ""}.{" "}
                {counted(team.members.length, "member")}.
              </p>
              {team.members.length > 0 ? (
                <ul className="mt-2 divide-y divide-line border-t border-line">
                  {team.members.map((member) => (
                    <li key={member.id} className="flex items-center gap-2 py-1.5">
                      {member.isBot ? <Bot aria-label="bot" size={16} className="text-ink-3" /> : null}
                      <a
                        href={`/user/${encodeURIComponent(member.username)}/`}
                        className="name-link min-w-0 grow truncate"
                      >
                        <bdi>{member.fullName || member.username}</bdi>
                      </a>
                      <ActionForm
                        action={dropMember.bind(null, project.slug)}
                        label={`Remove ${member.username} from ${team.name}`}
                      >
                        <input type="hidden" name="team" value={team.id} />
                        <input type="hidden" name="user" value={member.id} />
                        <Submit kind="quiet" small aria-label={`Remove ${member.username} from ${team.name}`}>
                          Remove
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
