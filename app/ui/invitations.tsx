import { useTexts } from "#texts";
import type { InvitationRow } from "@/lib/domain/invitations/invitations";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { ActionForm } from "./action-form";
import { teamName } from "./built-in-names";
import { Checkbox } from "./checkbox";
import { EmptyState } from "./empty-state";
import { Field } from "./field";
import { FormSecret } from "./form-secret";
import { inviteSomebody, newLink, revoke, sendAgain } from "./invitation-actions";
import { RadioGroup } from "./radio-group";
import { RelativeTime } from "./relative-time";
import { Section } from "./section";
import { Submit } from "./submit";

/** A team to invite to, with what it may do. */
export interface InvitingTeam {
  id: number | "site";
  name: string;
  hint: string;
}

/** The form that invites somebody: to one of several teams, or to the only one. */
export function InviteForm({
  teams,
  pick = false,
  superuser = false,
}: {
  teams: readonly InvitingTeam[];
  /** The team is chosen, even if there is only one. */
  pick?: boolean;
  superuser?: boolean;
}) {
  const t = useTexts();
  const [only] = teams;
  return (
    <Section title={t("invitation.invite")} lead={t("invitation.lead")}>
      <ActionForm action={inviteSomebody} label={t("invitation.invite")}>
        <FormSecret
          title={t("invitation.copyNow")}
          note={t("invitation.copyNowText")}
          copy={t("invitation.copyLink")}
        />
        <div className="panel grid gap-4 p-4">
          <Field
            label={t("common.email")}
            name="email"
            type="email"
            autoComplete="off"
            hint={t("invitation.emailHint")}
            className="max-w-[480px]"
          />
          {!pick && only ? (
            <input type="hidden" name="team" value={only.id} />
          ) : (
            <RadioGroup
              label={t("access.team.label")}
              name="team"
              choices={teams.map(({ id, name, hint }) => ({ value: String(id), label: name, hint }))}
            />
          )}
          <RadioGroup
            label={t("invitation.how")}
            name="send"
            defaultValue={mailIsSetUp() ? "mail" : "link"}
            choices={[
              ...(mailIsSetUp()
                ? [{ value: "mail", label: t("invitation.byMail"), hint: t("invitation.byMailHint") }]
                : []),
              { value: "link", label: t("invitation.byLink"), hint: t("invitation.byLinkHint") },
            ]}
          />
          {superuser ? (
            <Checkbox name="superuser" label={t("invitation.superuser")} hint={t("invitation.superuserHint")} />
          ) : null}
          <div>
            <Submit>{t("invitation.invite")}</Submit>
          </div>
        </div>
      </ActionForm>
    </Section>
  );
}

/** Invitations that nobody has used yet. */
export function InvitationList({
  rows,
  places = false,
}: {
  rows: readonly InvitationRow[];
  /** Says of which project a team is. */
  places?: boolean;
}) {
  const t = useTexts();
  if (rows.length === 0) return <EmptyState title={t("invitation.none")}>{t("invitation.noneText")}</EmptyState>;
  return (
    <ul className="panel divide-y divide-line">
      {rows.map((row) => (
        <InvitationItem key={row.id} row={row} places={places} />
      ))}
    </ul>
  );
}

function InvitationItem({ row, places }: { row: InvitationRow; places: boolean }) {
  const t = useTexts();
  const name = row.email || t("invitation.anybody", { id: row.id });
  const facts = [
    ...(places && row.projectName ? [row.projectName] : []),
    row.teamName === null ? t("invitation.toSite") : teamName(t, row.teamName),
    ...(row.superuser ? [t("invitation.asSuperuser")] : []),
    t(row.byMail ? "invitation.mailed" : "invitation.linked"),
    ...(row.inviterUsername ? [t("invitation.by", { name: row.inviterName || row.inviterUsername })] : []),
  ];
  return (
    <li className="grid gap-x-4 gap-y-2 px-4 py-3 lg:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="break-words font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="text-table text-ink-2 break-words">
          <bdi>{facts.join(", ")}</bdi>
        </p>
        <p className={row.expired ? "text-table text-failing" : "text-table text-ink-2"}>
          {t.rich(row.expired ? "invitation.expired" : "invitation.expires", {
            when: () => <RelativeTime at={row.expiresAt} />,
          })}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {row.email && mailIsSetUp() ? (
          <ActionForm action={sendAgain} label={t("invitation.againTo", { name })}>
            <input type="hidden" name="id" value={row.id} />
            <Submit kind="secondary" small aria-label={t("invitation.againTo", { name })}>
              {t("invitation.again")}
            </Submit>
          </ActionForm>
        ) : null}
        <ActionForm action={newLink} label={t("invitation.newLinkFor", { name })}>
          <FormSecret
            title={t("invitation.copyNow")}
            note={t("invitation.copyNowText")}
            copy={t("invitation.copyLink")}
          />
          <input type="hidden" name="id" value={row.id} />
          <Submit kind="secondary" small aria-label={t("invitation.newLinkFor", { name })}>
            {t("invitation.newLink")}
          </Submit>
        </ActionForm>
        <ActionForm action={revoke} label={t("invitation.revokeOf", { name })}>
          <input type="hidden" name="id" value={row.id} />
          <Submit kind="secondary" small aria-label={t("invitation.revokeOf", { name })}>
            {t("invitation.revoke")}
          </Submit>
        </ActionForm>
      </div>
    </li>
  );
}
