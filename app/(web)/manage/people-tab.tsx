import type { Texts } from "#texts";
import { Button } from "@/app/ui/button";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { listPeople } from "@/lib/domain/statistics/management";
import { urls } from "@/lib/urls";
import { ConfirmEmail } from "./confirm-email";

const SIZE = 50;

/** Everybody with an account, bots included. */
export async function PeopleTab({ words, page }: { words: string; page: string | string[] | undefined }) {
  const t = await getTexts();
  const at = readPage(page);
  const { rows, count } = await listPeople(await currentActor(), words, { limit: SIZE, offset: (at - 1) * SIZE });
  return (
    <>
      <form className="mb-4 flex max-w-[480px] items-end gap-3" aria-label={t("manage.findPeople")}>
        <input type="hidden" name="tab" value="users" />
        <Field
          className="grow"
          label={t("manage.q.label")}
          name="q"
          defaultValue={words}
          placeholder={t("manage.q.placeholder")}
        />
        <Button>{t("manage.q.label")}</Button>
      </form>
      {rows.length === 0 ? (
        <EmptyState title={t("manage.noPeople")}>{t("manage.noPeopleText")}</EmptyState>
      ) : (
        <Table
          label={t("common.people")}
          columns={[
            { label: t("manage.person") },
            { label: t("common.email"), wide: true },
            { label: t("manage.kind") },
            { label: t("manage.joined"), wide: true },
            { label: t("manage.lastSignIn") },
          ]}
        >
          {rows.map((person) => (
            <tr key={person.id} className="hover:bg-sunken">
              <Cell head>
                <a className="name-link" href={path(urls.user(person.username).web)}>
                  <bdi>{person.fullName || person.username}</bdi>
                </a>
                <span className="block text-meta text-ink-3">
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
      )}
      <Pager page={at} size={SIZE} total={count} query={{ tab: "users", q: words }} />
    </>
  );
}

function kindOf(t: Texts, person: { isBot: boolean; isSuperuser: boolean; isActive: boolean }): string {
  const kind = t(person.isBot ? "manage.bot" : person.isSuperuser ? "manage.administrator" : "manage.user");
  return person.isActive ? kind : t("manage.notActive", { kind });
}
