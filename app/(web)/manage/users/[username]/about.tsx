import { teamName } from "@/app/ui/built-in-names";
import { DefinitionList } from "@/app/ui/definition-list";
import { Count } from "@/app/ui/numbers";
import { getTexts } from "@/app/ui/page-texts";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import type { ManagedPerson } from "@/lib/domain/users/list-people";
import { type Belongings, MOST_COUNTED } from "@/lib/domain/users/merge-people";

/** What is known of a person. */
export async function AboutPerson({
  person,
  belongings,
}: {
  person: ManagedPerson;
  belongings: Belongings | undefined;
}) {
  const t = await getTexts();
  return (
    <Section title={t("user.about")}>
      <div className="panel p-4">
        <DefinitionList
          facts={[
            [t("manage.joined"), <RelativeTime key="joined" at={person.dateJoined} />],
            [t("manage.lastSignIn"), <RelativeTime key="last" at={person.lastLogin} />],
            [t("manage.people.lastChange"), <RelativeTime key="change" at={person.lastChange} />],
            [t("manage.people.signedIn"), t("manage.people.browsers", { count: person.sessions })],
            [t("manage.people.expires"), person.dateExpires ? <RelativeTime key="ends" at={person.dateExpires} /> : ""],
            ...(belongings
              ? ([
                  [
                    t("manage.people.lines"),
                    belongings.changes < MOST_COUNTED ? (
                      <Count key="lines" value={belongings.changes} />
                    ) : (
                      t("manage.people.moreThan", { count: MOST_COUNTED })
                    ),
                  ],
                  [
                    t("manage.people.teams"),
                    belongings.teams.map((team) => teamName(t, team)).join(", ") || t("manage.none"),
                  ],
                ] as const)
              : []),
          ]}
        />
      </div>
    </Section>
  );
}
