import { ActionForm } from "@/app/ui/action-form";
import { roleName, teamName } from "@/app/ui/built-in-names";
import { Callout } from "@/app/ui/callout";
import { Cell } from "@/app/ui/cell";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { mayDo, permissionAreas } from "@/app/ui/permission-areas";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { can } from "@/lib/domain/access/demand";
import { permissionWords } from "@/lib/domain/access/denial-words";
import { type HeldRole, holdersOfRole, listHeldRoles } from "@/lib/domain/teams/roles";
import { urls } from "@/lib/urls";
import { addRole, dropRole, saveRole } from "./actions";
import { RoleForm } from "./role-form";

export const generateMetadata = titled("roles.title");

/** Roles and who has them; or one role with its permissions. */
export default async function RolesPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const roles = await listHeldRoles(actor);
    const asked = one((await searchParams).role);
    const chosen = roles.find(({ id }) => String(id) === asked);
    const crumbs = [
      { label: t("common.management"), href: path(urls.manage()) },
      chosen ? { label: t("roles.title"), href: path(urls.roles()) } : { label: t("roles.title") },
      ...(chosen ? [{ label: roleName(t, chosen.name) }] : []),
    ];
    if (chosen)
      return (
        <Page title={roleName(t, chosen.name)} crumbs={crumbs} lead={mayDo(t, chosen.permissions, 6)}>
          {await OneRole({ role: chosen, mayEdit: can(actor, "role.edit") })}
        </Page>
      );
    return (
      <Page
        title={t("roles.title")}
        crumbs={crumbs}
        lead={t("roles.lead")}
        actions={<LinkButton href={path(urls.siteTeams())}>{t("team.siteTeams")}</LinkButton>}
      >
        <Section title={t("roles.all")}>
          <Table
            label={t("roles.title")}
            columns={[{ label: t("roles.role") }, { label: t("roles.may"), wide: true }, { label: t("roles.held") }]}
          >
            {roles.map((role) => (
              <tr key={role.id} className="hover:bg-sunken">
                <Cell head>
                  <a className="name-link break-words" href={path(urls.roles({ role: role.id }))}>
                    <bdi>{roleName(t, role.name)}</bdi>
                  </a>
                  {role.builtin ? <span className="block text-meta text-ink-3">{t("team.builtin")}</span> : null}
                </Cell>
                <Cell wide>{mayDo(t, role.permissions)}</Cell>
                <Cell>{t("roles.holders", { teams: role.teams, people: role.people })}</Cell>
              </tr>
            ))}
          </Table>
        </Section>
        {can(actor, "role.edit") ? (
          <Section title={t("roles.new")} lead={t("roles.newLead")}>
            <details className="panel">
              <summary className="flex min-h-11 list-none items-center px-4 py-2 font-medium">{t("roles.new")}</summary>
              <div className="border-t border-line">
                <RoleForm action={addRole} label={t("roles.new")} submit={t("roles.create")} permissions={[]} />
              </div>
            </details>
          </Section>
        ) : null}
      </Page>
    );
  });
}

async function OneRole({ role, mayEdit }: { role: HeldRole; mayEdit: boolean }) {
  const t = await getTexts();
  const teams = await holdersOfRole(await currentActor(), role.id);
  return (
    <>
      <Section title={t("roles.permissions")}>
        {role.builtin || !mayEdit ? (
          <>
            {role.builtin ? <Callout>{t("roles.builtinText")}</Callout> : null}
            <div className="mt-4 grid gap-4 lg:grid-cols-2">
              {permissionAreas(true).flatMap((area) => {
                const given = area.permissions.filter((codename) => role.permissions.includes(codename));
                return given.length === 0
                  ? []
                  : [
                      <div key={area.label} className="panel min-w-0 p-4">
                        <h3 className="font-semibold">{t(area.label)}</h3>
                        <ul className="mt-2 grid gap-1.5">
                          {given.map((codename) => (
                            <li key={codename}>
                              {permissionWords(t, codename)}{" "}
                              <code className="font-mono text-meta break-all text-ink-3">{codename}</code>
                            </li>
                          ))}
                        </ul>
                      </div>,
                    ];
              })}
            </div>
          </>
        ) : (
          <div className="panel">
            <RoleForm
              action={saveRole.bind(null, role.id)}
              label={t("roles.permissions")}
              submit={t("common.save")}
              name={role.name}
              permissions={role.permissions}
            />
          </div>
        )}
      </Section>
      <Section title={t("roles.whoHas")} lead={t("roles.holders", { teams: role.teams, people: role.people })}>
        {teams.length === 0 ? (
          <p className="text-ink-2">{t("roles.nobody")}</p>
        ) : (
          <ul className="panel divide-y divide-line">
            {teams.map((team) => (
              <li key={team.id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2.5">
                <a className="name-link break-words" href={path(urls.teamPage(team.id))}>
                  <bdi>{teamName(t, team.name)}</bdi>
                </a>
                <span className="text-table text-ink-2">
                  {[team.projectName ?? t("access.siteWide"), t("access.members", { count: team.people })].join(", ")}
                </span>
              </li>
            ))}
          </ul>
        )}
        {role.teams > teams.length ? (
          <p className="mt-2 text-table text-ink-2">{t("roles.moreTeams", { count: role.teams - teams.length })}</p>
        ) : null}
      </Section>
      {role.builtin || !mayEdit ? null : (
        <Section title={t("roles.remove")} lead={t("roles.removeLead")}>
          <ActionForm action={dropRole.bind(null, role.id)} label={t("roles.remove")}>
            <Submit kind="danger">{t("roles.remove")}</Submit>
          </ActionForm>
        </Section>
      )}
    </>
  );
}
