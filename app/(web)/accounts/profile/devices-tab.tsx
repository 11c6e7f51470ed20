import { ActionForm } from "@/app/ui/action-form";
import { Ago } from "@/app/ui/ago";
import { Cell } from "@/app/ui/cell";
import { LinkButton } from "@/app/ui/link-button";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { Table } from "@/app/ui/table";
import { listSessions } from "@/lib/domain/users/sessions";
import { readSession } from "@/lib/platform/sign-in";
import { describeBrowser } from "@/lib/text/user-agent";
import { endDevice, endEverywhere } from "./actions";

/** Where one is signed in, and the ways to end it. */
export async function DevicesTab() {
  const sessions = await listSessions(await currentActor(), (await readSession())?.id);
  return (
    <>
      <Section title="Devices" lead="Where you are signed in. Sign out what you do not know, and change your password.">
        <Table
          label="Devices"
          columns={[
            { label: "Browser" },
            { label: "Network", wide: true },
            { label: "Signed in", wide: true },
            { label: "Last seen" },
            { label: "Sign out", hidden: true },
          ]}
        >
          {sessions.map((session) => {
            const name = describeBrowser(session.userAgent);
            return (
              <tr key={session.id}>
                <Cell head>
                  <span className="font-medium">{name}</span>
                  {session.current ? <span className="block text-meta text-ink-2">this browser</span> : null}
                </Cell>
                <Cell wide>
                  <code dir="ltr" className="font-mono text-meta">
                    {session.network || "unknown"}
                  </code>
                </Cell>
                <Cell wide>
                  <Ago at={session.createdAt} />
                </Cell>
                <Cell>
                  <Ago at={session.lastSeenAt} />
                </Cell>
                <Cell numeric>
                  {session.current ? (
                    <LinkButton href="/accounts/logout/" small>
                      Sign out
                    </LinkButton>
                  ) : (
                    <ActionForm action={endDevice} label={`Sign out ${name}`}>
                      <input type="hidden" name="id" value={session.id} />
                      <Submit kind="secondary" small aria-label={`Sign out ${name}`}>
                        Sign out
                      </Submit>
                    </ActionForm>
                  )}
                </Cell>
              </tr>
            );
          })}
        </Table>
      </Section>
      <Section title="Everywhere" lead="Ends all sign-ins, on this browser too. API tokens go on working.">
        <ActionForm action={endEverywhere} label="Sign out everywhere">
          <Submit kind="secondary">Sign out everywhere</Submit>
        </ActionForm>
      </Section>
    </>
  );
}
