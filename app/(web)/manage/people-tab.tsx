import { Ago } from "@/app/ui/ago";
import { Button } from "@/app/ui/button";
import { Cell } from "@/app/ui/cell";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { Pager, readPage } from "@/app/ui/pager";
import { currentActor } from "@/app/ui/session";
import { Table } from "@/app/ui/table";
import { listPeople } from "@/lib/domain/statistics/manage";
import { ConfirmEmail } from "./confirm-email";

const SIZE = 50;

/** Everybody with an account, bots included. */
export async function PeopleTab({ words, page }: { words: string; page: string | string[] | undefined }) {
  const at = readPage(page);
  const { rows, count } = await listPeople(await currentActor(), words, { limit: SIZE, offset: (at - 1) * SIZE });
  return (
    <>
      <form className="mb-4 flex max-w-[480px] items-end gap-3" aria-label="Find people">
        <input type="hidden" name="tab" value="users" />
        <Field className="grow" label="Find" name="q" defaultValue={words} placeholder="name or e-mail" />
        <Button>Find</Button>
      </form>
      {rows.length === 0 ? (
        <EmptyState title="Nobody matches">Write a part of a name or an e-mail address.</EmptyState>
      ) : (
        <Table
          label="People"
          columns={[
            { label: "Person" },
            { label: "E-mail", wide: true },
            { label: "Kind" },
            { label: "Joined", wide: true },
            { label: "Last signed in" },
          ]}
        >
          {rows.map((person) => (
            <tr key={person.id} className="hover:bg-sunken">
              <Cell head>
                <a className="name-link" href={`/user/${encodeURIComponent(person.username)}/`}>
                  <bdi>{person.fullName || person.username}</bdi>
                </a>
                <span className="block text-meta text-ink-3">
                  <bdi>{person.username}</bdi>
                </span>
              </Cell>
              <Cell wide>
                <ConfirmEmail person={person} />
              </Cell>
              <Cell>{kindOf(person)}</Cell>
              <Cell wide>
                <Ago at={person.dateJoined} />
              </Cell>
              <Cell>
                <Ago at={person.lastLogin} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Pager page={at} size={SIZE} total={count} query={{ tab: "users", q: words }} />
    </>
  );
}

function kindOf(person: { isBot: boolean; isSuperuser: boolean; isActive: boolean }): string {
  const kind = person.isBot ? "bot" : person.isSuperuser ? "administrator" : "user";
  return person.isActive ? kind : `${kind}, not active`;
}
