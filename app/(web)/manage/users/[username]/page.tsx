import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { can } from "@/lib/domain/access/demand";
import { NotFound } from "@/lib/domain/errors";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { managedPerson } from "@/lib/domain/users/list-people";
import { belongingsOf } from "@/lib/domain/users/merge-people";
import { listTokens } from "@/lib/domain/users/tokens";
import { hasEyes, looksAt, mayViewAs } from "@/lib/domain/users/viewing";
import { urls } from "@/lib/urls";
import { TokenRows } from "../../tokens/token-rows";
import { ConfirmEmail } from "../confirm-email";
import { kindOf } from "../person-kind";
import { AboutPerson } from "./about";
import { EndOfAccount } from "./end-of-account";
import { Look } from "./look";
import { ProfileForm } from "./profile-form";
import { SignInHelp } from "./sign-in-help";
import { Standing } from "./standing";

export async function generateMetadata({ params }: { params: Promise<{ username: string }> }): Promise<Metadata> {
  const username = decodedPath([(await params).username]).join("/");
  return { title: `${(await getTexts())("manage.person")} · ${username}` };
}

/** One person, and what administrators may do for and against them. */
export default async function PersonPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ username: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const username = decodedPath([(await params).username]).join("/");
    const actor = await currentActor();
    const person = await managedPerson(actor, username);
    if (!person) throw new NotFound(`There is no user ${username}.`);
    const manages = can(actor, "user.edit") && (actor.isSuperuser || !person.isSuperuser);
    const [belongings, tokens, looks] = can(actor, "user.edit")
      ? await Promise.all([
          belongingsOf(actor, person.username),
          listTokens(actor, person.id),
          looksAt(actor, person.id),
        ])
      : [undefined, [], []];
    const looksThrough = mayViewAs(actor) && hasEyes(person);
    return (
      <Page
        title={<bdi>{person.fullName || person.username}</bdi>}
        lead={
          <>
            <bdi>{person.username}</bdi> · {kindOf(t, person)}
          </>
        }
        crumbs={[
          { label: t("common.management"), href: path(urls.manage()) },
          { label: t("manage.people.title"), href: path(urls.people()) },
          { label: person.username },
        ]}
        actions={<LinkButton href={path(urls.user(person.username).web)}>{t("manage.people.publicPage")}</LinkButton>}
      >
        <div className="grid items-start gap-x-8 xl:grid-cols-2">
          <div className="min-w-0">
            <AboutPerson person={person} belongings={belongings} />
            {manages ? (
              <Section title={t("manage.people.profile")}>
                <ProfileForm person={person} />
              </Section>
            ) : null}
            <Section title={t("manage.people.addresses")}>
              <div className="panel p-4">
                <ConfirmEmail person={person} />
              </div>
            </Section>
          </div>
          <div className="min-w-0">
            {manages ? <Standing person={person} own={person.id === actor.userId} raises={actor.isSuperuser} /> : null}
            {manages ? <SignInHelp person={person} /> : null}
            {looksThrough || looks.length > 0 ? (
              <Look username={person.username} looks={looks} allowed={looksThrough} />
            ) : null}
          </div>
        </div>
        {belongings ? (
          <Section title={t("tokens.tokens")}>
            <TokenRows tokens={tokens} />
          </Section>
        ) : null}
        {manages && belongings ? (
          <EndOfAccount
            person={person}
            belongings={belongings}
            own={person.id === actor.userId}
            merges={actor.isSuperuser}
            into={one((await searchParams).into)}
          />
        ) : null}
      </Page>
    );
  });
}
