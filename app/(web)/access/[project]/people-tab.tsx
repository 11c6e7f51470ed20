import { Bot } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { FindForm } from "@/app/ui/find-form";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { PersonNameField } from "@/app/ui/new-account-fields";
import { getTexts, useTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RadioGroup } from "@/app/ui/radio-group";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { TickCell } from "@/app/ui/tick-cell";
import { TickedForm } from "@/app/ui/ticked-form";
import { seesAddresses } from "@/lib/domain/access/find-person";
import { listProjectTeams } from "@/lib/domain/projects/members";
import { listProjectPeople, type ProjectPerson } from "@/lib/domain/projects/people";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { actOnTicked, addMember } from "./actions";
import { teamChoices } from "./team-hint";

const SIZE = 50;
const FORM = "chosen-people";

/** Everybody in the project's teams, and a form that adds somebody to one. */
export async function PeopleTab({ project, words, after }: { project: ProjectRow; words: string; after: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  const [teams, { rows, next }] = await Promise.all([
    listProjectTeams(actor, project),
    listProjectPeople(actor, project, { words, after, limit: SIZE }),
  ]);
  const address = urls.project(project.slug);
  const onward = next && path(address.accessTab({ q: words, after: next }));
  return (
    <>
      <Section title={t("access.addMember")} lead={t("access.addLead")}>
        {teams.length === 0 ? (
          <EmptyState
            title={t("access.noTeams")}
            action={<LinkButton href={path(address.accessTab({ tab: "teams" }))}>{t("team.new")}</LinkButton>}
          >
            {t("access.noTeamsText")}
          </EmptyState>
        ) : (
          <ActionForm action={addMember.bind(null, project.slug)} label={t("access.addMember")}>
            <div className="panel grid gap-4 p-4">
              <PersonNameField
                label={t(seesAddresses(actor) ? "access.nameOrAddress" : "common.userName")}
                className="max-w-[480px]"
              />
              <RadioGroup label={t("access.team.label")} name="team" choices={teamChoices(t, teams)} />
              <div>
                <Submit>{t("access.add")}</Submit>
              </div>
            </div>
          </ActionForm>
        )}
      </Section>
      <Section title={t("access.people")}>
        <FindForm label={t("access.findPeople")} words={words} />
        {rows.length === 0 ? (
          <EmptyState title={t("access.nobody")}>{t(words ? "access.nobodyFound" : "access.nobodyText")}</EmptyState>
        ) : (
          <Table
            name="members"
            label={t("access.people")}
            csv={path(urls.table("people", [project.slug], { q: words }))}
            columns={[
              { label: t("work.choose"), hidden: true, className: "w-10" },
              { label: t("access.person") },
              { key: "teams", label: t("access.teams") },
              ...(seesAddresses(actor) ? [{ key: "email", label: t("common.email"), wide: true }] : []),
              { label: t("access.change"), hidden: true },
            ]}
          >
            {rows.map((person) => (
              <PersonRow key={person.id} person={person} slug={project.slug} addresses={seesAddresses(actor)} />
            ))}
          </Table>
        )}
        {rows.length > 0 ? (
          <TickedForm
            id={FORM}
            action={actOnTicked.bind(null, project.slug)}
            label={t("access.ticked.title")}
            acts={[
              { value: "remove", label: t("access.ticked.remove") },
              ...teams.map(({ id, name }) => ({
                value: String(id),
                label: t("access.ticked.add", { team: teamName(t, name) }),
              })),
            ]}
            submit={t("manage.people.act.do")}
          />
        ) : null}
        <KeyPager next={onward} first={after ? path(address.accessTab({ q: words })) : undefined} />
      </Section>
    </>
  );
}

function PersonRow({ person, slug, addresses }: { person: ProjectPerson; slug: string; addresses: boolean }) {
  const t = useTexts();
  return (
    <tr className="hover:bg-sunken">
      <TickCell
        ticks={{ form: FORM, name: "who" }}
        value={person.username}
        label={t("work.chooseName", { name: person.username })}
      />
      <Cell head>
        <span className="flex items-center gap-1.5">
          {person.isBot ? <Bot aria-label={t("access.bot")} size={16} className="shrink-0 text-ink-3" /> : null}
          <a className="name-link min-w-0 break-words" href={path(urls.user(person.username).web)}>
            <bdi>{person.fullName || person.username}</bdi>
          </a>
        </span>
        <span className="block break-all text-meta text-ink-3">
          <bdi>{person.username}</bdi>
        </span>
        {person.blocked ? <span className="block text-meta text-failing">{t("access.isBlocked")}</span> : null}
      </Cell>
      <Cell>
        <span className="break-words">
          {person.teams
            .map(({ isAdmin, name }) => {
              const team = teamName(t, name);
              return isAdmin ? t("access.teamAdmin", { team }) : team;
            })
            .join(", ")}
        </span>
      </Cell>
      {addresses ? (
        <Cell wide>
          <span className="break-all">{person.email}</span>
        </Cell>
      ) : null}
      <Cell numeric>
        <LinkButton
          small
          href={path(urls.project(slug).accessTab({ person: person.username }))}
          label={t("access.changePerson", { user: person.username })}
        >
          {t("access.change")}
        </LinkButton>
      </Cell>
    </tr>
  );
}
