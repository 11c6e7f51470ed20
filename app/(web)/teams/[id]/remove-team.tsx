import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { TeamRemovalPlan } from "@/lib/domain/teams/plan-team-removal";
import type { TeamRow } from "@/lib/domain/teams/teams";
import { dropTeam } from "./actions";

/** Removal of a team: what goes with it, and its name to type where somebody is a member. */
export function RemoveTeam({
  team,
  plan,
  back,
}: {
  team: TeamRow;
  plan: TeamRemovalPlan;
  /** The page where its settings are brought back; undefined for those who may not. */
  back: string | undefined;
}) {
  const t = useTexts();
  const { members, withoutOther, invitations } = plan;
  const name = teamName(t, team.name);
  return (
    <Section title={t("team.remove")} lead={t("team.removeLead")}>
      <ul className="mb-4 list-disc ps-5" data-plan>
        <li>{t("team.removeMembers", { count: members })}</li>
        {withoutOther > 0 ? <li>{t("team.removeWithoutOther", { count: withoutOther })}</li> : null}
        {invitations > 0 ? <li>{t("team.removeInvitations", { count: invitations })}</li> : null}
        <li>
          {t("team.removeBack")}
          {back === undefined ? null : (
            <>
              {" "}
              <a href={back}>{t("settingsSaves.title")}</a>
            </>
          )}
        </li>
      </ul>
      <ActionForm action={dropTeam.bind(null, team.id)} label={t("team.remove")} className="grid max-w-[520px] gap-3">
        {team.definingProjectId === null ? null : (
          <Checkbox name="last" id="remove-last" label={t("access.evenLast")} hint={t("access.evenLastHint")} />
        )}
        {members > 0 ? (
          <Field
            label={t("componentSettings.confirm.label", { slug: name })}
            name="confirm"
            autoComplete="off"
            dir="auto"
            required
          />
        ) : null}
        <div>
          <Submit kind="danger">{t("team.remove")}</Submit>
        </div>
      </ActionForm>
    </Section>
  );
}
