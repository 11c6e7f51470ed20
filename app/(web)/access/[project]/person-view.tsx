import { ActionForm } from "@/app/ui/action-form";
import { teamName } from "@/app/ui/built-in-names";
import { Callout } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { Checkbox } from "@/app/ui/checkbox";
import { LinkButton } from "@/app/ui/link-button";
import { getTexts, useTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { permissionAreas } from "@/app/ui/permission-areas";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { viewAsPerson } from "@/app/ui/viewing-actions";
import { permissionWords } from "@/lib/domain/access/denial-words";
import type { Explanation } from "@/lib/domain/access/explain";
import { permissionsOf } from "@/lib/domain/projects/access-matrix";
import { findBlock } from "@/lib/domain/projects/blocks";
import { listProjectTeams } from "@/lib/domain/projects/members";
import { findProjectPerson } from "@/lib/domain/projects/people";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { hasEyes, mayViewAs } from "@/lib/domain/users/viewing";
import { urls } from "@/lib/urls";
import { saveTeams, unblockMember } from "./actions";
import { BlockFields } from "./block-fields";
import { chainText } from "./chain-text";
import { teamHint } from "./team-hint";

const MONTH_MS = 30 * 86_400_000;

/** One person in the project: teams, what they may do and why, and shutting them out. */
export async function PersonView({ project, username }: { project: ProjectRow; username: string }) {
  const t = await getTexts();
  const actor = await currentActor();
  const person = await findProjectPerson(actor, project, username);
  const [teams, block, explained] = await Promise.all([
    listProjectTeams(actor, project),
    findBlock(actor, project, person.id),
    person.isActive ? permissionsOf(actor, project, person.id) : [],
  ]);
  const since = new Date(Date.now() - MONTH_MS).toISOString().slice(0, 10);
  const others = person.teams.filter(({ own }) => !own).map(({ name }) => teamName(t, name));
  const links = (
    <div className="mt-3 flex flex-wrap gap-2">
      <LinkButton
        small
        href={`${path(urls.project(project.slug).history)}?user=${encodeURIComponent(person.username)}`}
      >
        {t("access.theirChanges")}
      </LinkButton>
      <LinkButton
        small
        href={`${path(urls.below("bulk-edit", [project.slug]))}?act=revert&user=${encodeURIComponent(person.username)}&since=${since}`}
      >
        {t("access.revertTheirs")}
      </LinkButton>
    </div>
  );
  return (
    <>
      <Section title={t("access.teamsOf")} lead={t("access.teamsOfLead")}>
        <ActionForm
          action={saveTeams.bind(null, project.slug, person.id)}
          label={t("access.teamsOf")}
          className="panel grid gap-2 p-4"
        >
          {teams.length === 0 ? <p className="text-ink-2">{t("access.noTeams")}</p> : null}
          {teams.map((team) => (
            <Checkbox
              key={team.id}
              name="teams"
              value={String(team.id)}
              label={teamName(t, team.name)}
              hint={teamHint(t, team)}
              defaultChecked={person.teams.some(({ id }) => id === team.id)}
            />
          ))}
          {others.length > 0 ? (
            <p className="text-table text-ink-2">{t("access.otherTeams", { teams: others.join(", ") })}</p>
          ) : null}
          {person.lastAdministrator ? (
            <Checkbox name="last" label={t("access.evenLast")} hint={t("access.evenLastHint")} />
          ) : null}
          <div>
            <Submit>{t("common.save")}</Submit>
          </div>
        </ActionForm>
      </Section>
      <Section
        title={t("access.mayHere")}
        lead={t("access.mayHereLead")}
        action={
          mayViewAs(actor) && hasEyes(person) ? (
            <ActionForm
              action={viewAsPerson.bind(null, person.username)}
              label={t("viewing.viewAs", { user: person.username })}
            >
              <Submit kind="secondary" small>
                {t("viewing.viewAs", { user: person.username })}
              </Submit>
            </ActionForm>
          ) : undefined
        }
      >
        {person.isActive ? <MayTable explained={explained} /> : <p>{t("access.closedAccount")}</p>}
      </Section>
      <Section title={t("access.blocking")} lead={block ? undefined : t("access.blockingLead")} id="block">
        {block ? (
          <>
            <Callout tone="warning" title={t("access.isBlocked")}>
              {t.rich(block.expiresAt ? "access.blockedUntil" : "access.blockedForGood", {
                until: () => <RelativeTime at={block.expiresAt} />,
              })}
              {block.note ? `\n${t("access.blockNote", { note: block.note })}` : null}
            </Callout>
            <ActionForm
              action={unblockMember.bind(null, project.slug, person.id)}
              label={t("access.unblock")}
              className="mt-3"
            >
              <Submit kind="secondary">{t("access.unblock")}</Submit>
            </ActionForm>
          </>
        ) : (
          <BlockFields slug={project.slug} username={person.username} />
        )}
        {links}
      </Section>
    </>
  );
}

/** Every permission in the project, with the ways by which it comes. */
function MayTable({ explained }: { explained: readonly Explanation[] }) {
  const t = useTexts();
  const byName = new Map<string, Explanation>(explained.map((one) => [one.permission, one]));
  return (
    <div className="grid gap-3">
      {permissionAreas(false).map((area) => {
        const rows = area.permissions.flatMap((permission) => byName.get(permission) ?? []);
        const given = rows.filter(({ verdict }) => verdict !== "no").length;
        return (
          <details key={area.label} className="panel">
            <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 px-4 py-2">
              <span className="font-medium">{t(area.label)}</span>
              <span className="text-table text-ink-2">{t("access.given", { count: given, total: rows.length })}</span>
              <span className="ms-auto text-table underline">{t("access.why")}</span>
            </summary>
            <div className="border-t border-line">
              <Table
                label={t(area.label)}
                columns={[{ label: t("access.permission") }, { label: t("access.may") }, { label: t("access.why") }]}
              >
                {rows.map((one) => (
                  <tr key={one.permission}>
                    <Cell head>
                      {permissionWords(t, one.permission)}
                      <code className="block font-mono text-meta break-all text-ink-3">{one.permission}</code>
                    </Cell>
                    <Cell>{t(`access.verdict.${one.verdict}`)}</Cell>
                    <Cell>
                      <span className="break-words">{chainText(t, one)}</span>
                    </Cell>
                  </tr>
                ))}
              </Table>
            </div>
          </details>
        );
      })}
    </div>
  );
}
