import { useLanguage, useTexts } from "#texts";
import { path } from "@/app/ui/paths";
import { drawnTime } from "@/app/ui/relative-time";
import { Table } from "@/app/ui/table";
import type { PersonLine } from "@/lib/domain/users/list-people";
import { urls } from "@/lib/urls";
import { ConfirmEmail } from "./confirm-email";
import { PeopleRows } from "./people-rows";
import { kindOf } from "./person-kind";

/** Id of the form that acts on the rows that are ticked. */
export const BULK_FORM = "act-on-people";

/** People in rows that can be ticked. */
export function PeopleTable({
  people,
  selects,
  csv,
}: {
  people: readonly PersonLine[];
  selects: boolean;
  csv: string;
}) {
  const t = useTexts();
  const language = useLanguage();
  return (
    <Table
      name="people"
      csv={csv}
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
      <PeopleRows
        form={BULK_FORM}
        rows={people.map((person) => ({
          key: person.id,
          name: person.fullName || person.username,
          username: person.username,
          href: path(urls.person(person.username)),
          email: <ConfirmEmail person={person} />,
          kind: kindOf(t, person),
          joined: drawnTime(t, language, person.dateJoined),
          seen: drawnTime(t, language, person.lastLogin),
          ...(selects ? { tick: t("manage.people.selectOne", { user: person.username }) } : {}),
        }))}
      />
    </Table>
  );
}
