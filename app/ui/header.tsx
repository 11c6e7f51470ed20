import { MenuIcon } from "lucide-react";
import { AccountMenu } from "./account-menu";
import { Menu } from "./menu";
import { MenuLink } from "./menu-link";
import { getTexts } from "./page-texts";
import { PaletteButton } from "./palette/palette-button";
import { SiteMark, siteName } from "./site-look";
import { Waiting } from "./waiting";

const PLACES = [
  ["common.projects", "/projects/"],
  ["common.languages", "/languages/"],
  ["common.changes", "/changes/"],
] as const;

/** The top of every page. */
export async function Header() {
  const t = await getTexts();
  const name = await siteName();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-[1440px] items-center gap-2 px-3 sm:gap-4 sm:px-6">
        <a href="/" className="flex min-h-10 items-center gap-2 no-underline">
          <SiteMark size={28} />
          <span className="max-w-48 truncate pe-1 text-[18px] font-[650] tracking-tight text-ink max-[400px]:sr-only">
            {name}
          </span>
        </a>
        <nav aria-label={t("frame.main")} className="max-lg:hidden">
          <ul className="flex gap-1">
            {PLACES.map(([label, href]) => (
              <li key={href}>
                <a href={href} className="head-link">
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ms-auto flex items-center gap-1 lg:gap-4">
          <PaletteButton />
          <Waiting />
          <AccountMenu />
        </div>
        <Menu
          className="lg:hidden"
          label={
            <>
              <MenuIcon aria-hidden size={20} />
              <span className="sr-only">{t("frame.menu")}</span>
            </>
          }
        >
          {PLACES.map(([label, href]) => (
            <MenuLink key={href} href={href}>
              {t(label)}
            </MenuLink>
          ))}
        </Menu>
      </div>
    </header>
  );
}
