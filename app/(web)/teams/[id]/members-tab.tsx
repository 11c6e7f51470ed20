import { Bot } from "lucide-react";
import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { Checkbox } from "@/app/ui/checkbox";
import { EmptyState } from "@/app/ui/empty-state";
import { FindForm } from "@/app/ui/find-form";
import { KeyPager } from "@/app/ui/key-pager";
import { PersonNameField } from "@/app/ui/new-account-fields";
import { getTexts, useTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TickedForm } from "@/app/ui/ticked-form";
import { seesAddresses } from "@/lib/domain/access/find-person";
import { listTeamMembers, type TeamMemberRow } from "@/lib/domain/teams/team-members";
import type { TeamRow } from "@/lib/domain/teams/teams";
import { urls } from "@/lib/urls";
import { addMember, changeAdmin, dropMember, dropTicked } from "./actions";

const SIZE = 50;
const FORM = "chosen-members";

/** Who is in the team, and a form that puts somebody into it. */
export async function MembersTab({ team, words, after }: { team: TeamRow; words: string; after: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  const { rows, next } = await listTeamMembers(actor, team.id, { words, after, limit: SIZE });
  const query = (from?: string) =>
    `?tab=members${words ? `&q=${encodeURIComponent(words)}` : ""}${from ? `&after=${encodeURIComponent(from)}` : ""}`;
  return (
    <>
      <Section title={t("access.addMember")}>
        <ActionForm action={addMember.bind(null, team.id)} label={t("access.addMember")}>
          <div className="panel grid gap-3 p-4">
            <PersonNameField
              label={t(seesAddresses(actor) ? "access.nameOrAddress" : "common.userName")}
              className="max-w-[480px]"
            />
            <Checkbox name="admin" label={t("team.asAdmin")} hint={t("team.asAdminHint")} />
            <div>
              <Submit>{t("access.add")}</Submit>
            </div>
          </div>
        </ActionForm>
      </Section>
      <Section title={t("team.members")}>
        <FindForm label={t("access.findPeople")} words={words}>
          <input type="hidden" name="tab" value="members" />
        </FindForm>
        {rows.length === 0 ? (
          <EmptyState title={t("access.nobody")}>{t(words ? "access.nobodyFound" : "team.nobodyText")}</EmptyState>
        ) : (
          <ul className="panel divide-y divide-line">
            {rows.map((row) => (
              <Member key={row.id} team={team} row={row} />
            ))}
          </ul>
        )}
        {rows.length > 0 ? (
          <TickedForm
            id={FORM}
            action={dropTicked.bind(null, team.id)}
            label={t("access.ticked.title")}
            acts={[{ value: "remove", label: t("access.ticked.removeFromTeam") }]}
            submit={t("manage.people.act.do")}
          />
        ) : null}
        <KeyPager next={next && query(next)} first={after ? query() : undefined} />
      </Section>
    </>
  );
}

function Member({ team, row }: { team: TeamRow; row: TeamMemberRow }) {
  const t = useTexts();
  const admin = t(row.isAdmin ? "team.noAdminOf" : "team.adminOf", { user: row.username });
  const remove = t("access.removeMember", { user: row.username, team: teamName(t, team.name) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
      <input
        type="checkbox"
        form={FORM}
        name="who"
        value={row.id}
        aria-label={t("work.chooseName", { name: row.username })}
        className="block size-6 shrink-0 accent-primary"
      />
      <div className="min-w-0 grow">
        <span className="flex items-center gap-1.5">
          {row.isBot ? <Bot aria-label={t("access.bot")} size={16} className="shrink-0 text-ink-3" /> : null}
          <a className="name-link min-w-0 break-words" href={path(urls.user(row.username).web)}>
            <bdi>{row.fullName || row.username}</bdi>
          </a>
        </span>
        <span className="block break-all text-meta text-ink-3">
          <bdi>{row.username}</bdi>
          {row.isAdmin ? ` · ${t("team.isAdmin")}` : null}
        </span>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {row.isBot ? null : (
          <ActionForm action={changeAdmin.bind(null, team.id, row.id)} label={admin}>
            <input type="hidden" name="admin" value={row.isAdmin ? "no" : "yes"} />
            <Submit kind="secondary" small aria-label={admin}>
              {t(row.isAdmin ? "team.noAdmin" : "team.makeAdmin")}
            </Submit>
          </ActionForm>
        )}
        <ActionForm action={dropMember.bind(null, team.id, row.id)} label={remove}>
          <Submit kind="secondary" small aria-label={remove}>
            {t("common.remove")}
          </Submit>
        </ActionForm>
      </div>
    </li>
  );
}
