import { type Texts, useTexts } from "#texts";
import { Cell } from "@/app/ui/cell";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Table } from "@/app/ui/table";
import type { PersonLine } from "@/lib/domain/users/list-people";
import { urls } from "@/lib/urls";
import { ConfirmEmail } from "./confirm-email";

/** Id of the form that acts on the rows that are ticked. */
export const BULK_FORM = "act-on-people";

/** People in rows that can be ticked. */
export function PeopleTable({ people, selects }: { people: readonly PersonLine[]; selects: boolean }) {
  const t = useTexts();
  return (
    <Table
      name="people"
      label={t("common.people")}
      columns={[
        ...(selects ? [{ label: t("manage.people.select"), hidden: true, className: "w-10" }] : []),
        { label: t("manage.person") },
        { key: "email", label: t("common.email"), wide: true },
        { key: "kind", label: t("manage.kind") },
        { key: "joined", label: t("manage.joined"), wide: true },
        { key: "seen", label: t("manage.lastSignIn") },
      ]}
    >
      {people.map((person) => (
        <tr key={person.id} className="hover:bg-sunken">
          {selects ? (
            <Cell className="w-10 !ps-2 !pe-0">
              <label className="inline-flex size-8 items-center justify-center">
                <span className="sr-only">{t("manage.people.selectOne", { user: person.username })}</span>
                <input
                  type="checkbox"
                  name="who"
                  value={person.username}
                  form={BULK_FORM}
                  className="size-5 accent-primary"
                />
              </label>
            </Cell>
          ) : null}
          <Cell head>
            <a className="name-link" href={path(urls.person(person.username))}>
              <bdi>{person.fullName || person.username}</bdi>
            </a>
            <span className="block text-meta break-all text-ink-3">
              <bdi>{person.username}</bdi>
            </span>
          </Cell>
          <Cell wide>
            <ConfirmEmail person={person} />
          </Cell>
          <Cell>{kindOf(t, person)}</Cell>
          <Cell wide>
            <RelativeTime at={person.dateJoined} />
          </Cell>
          <Cell>
            <RelativeTime at={person.lastLogin} />
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** Bot, administrator or user, and whether the account is deactivated. */
export function kindOf(t: Texts, person: { isBot: boolean; isSuperuser: boolean; isActive: boolean }): string {
  const kind = t(person.isBot ? "manage.bot" : person.isSuperuser ? "manage.administrator" : "manage.user");
  return person.isActive ? kind : t("manage.notActive", { kind });
}
