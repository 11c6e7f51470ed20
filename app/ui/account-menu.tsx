import { CircleUser, KeyRound, ListChecks, LogOut, Settings, ShieldCheck } from "lucide-react";
import { urls } from "@/lib/urls";
import { buttonClasses } from "./button";
import { LinkButton } from "./link-button";
import { Menu } from "./menu";
import { MenuLink } from "./menu-link";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { returnPath } from "./request-path";
import { currentActor } from "./session";
import { SignInLink } from "./sign-in-link";
import { ThemeSwitch } from "./theme-switch";

/** Who is signed in and what is theirs; the way in for those who are not. */
export async function AccountMenu() {
  const t = await getTexts();
  const actor = await currentActor();
  if (actor.viewing)
    return (
      <LinkButton href="/accounts/logout/" kind="quiet">
        <LogOut aria-hidden size={16} />
        <span className="max-sm:sr-only">{t("frame.signOut")}</span>
      </LinkButton>
    );
  if (actor.isAnonymous)
    return (
      <div className="flex items-center gap-2">
        <div className="max-sm:hidden">
          <ThemeSwitch inBar />
        </div>
        <SignInLink href={path(urls.signIn(await returnPath()))} className={buttonClasses("primary")}>
          {t("common.signIn")}
        </SignInLink>
      </div>
    );
  return (
    <Menu
      label={
        <>
          <CircleUser aria-hidden size={20} className="text-ink-2" />
          <span className="max-w-40 truncate max-sm:sr-only">{actor.fullName || actor.username}</span>
        </>
      }
    >
      <p className="border-b border-line px-2 pt-1 pb-2 text-table text-ink-2">
        {t.rich("frame.signedInAs", {
          user: actor.username,
          name: (chunks) => <bdi className="font-medium text-ink">{chunks}</bdi>,
        })}
      </p>
      <div className="py-1">
        <MenuLink href={path(urls.user(actor.username).web)}>
          <CircleUser aria-hidden size={16} /> {t("frame.yourPage")}
        </MenuLink>
        <MenuLink href="/accounts/profile/">
          <Settings aria-hidden size={16} /> {t("frame.profile")}
        </MenuLink>
        <MenuLink href="/accounts/profile/?tab=tokens">
          <KeyRound aria-hidden size={16} /> {t("frame.apiTokens")}
        </MenuLink>
        <MenuLink href={path(urls.ownTasks())}>
          <ListChecks aria-hidden size={16} /> {t("tasks.tray.heading")}
        </MenuLink>
        {actor.isSuperuser ? (
          <MenuLink href="/manage/">
            <ShieldCheck aria-hidden size={16} /> {t("common.management")}
          </MenuLink>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center justify-between border-y border-line px-2 py-2 text-table text-ink-2">
        {t("frame.themeLabel")} <ThemeSwitch />
      </div>
      <div className="pt-1">
        <MenuLink href="/accounts/logout/">
          <LogOut aria-hidden size={16} /> {t("frame.signOut")}
        </MenuLink>
      </div>
    </Menu>
  );
}
