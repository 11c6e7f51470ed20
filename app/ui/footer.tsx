import type { TextKey } from "#texts";
import { urls } from "@/lib/urls";
import { LanguageSwitch } from "./language-switch";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { siteLook } from "./site-look";

const PLACES: readonly (readonly [label: TextKey, address: () => string])[] = [
  ["common.changes", () => "/changes/"],
  ["common.languages", () => "/languages/"],
  ["common.people", () => urls.directory()],
  ["siteStats.title", urls.statistics],
  ["about.link", urls.about],
  ["contact.title", urls.contact],
];

/** The foot of every page. */
export async function Footer() {
  const t = await getTexts();
  const { footer } = await siteLook();
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-[1440px] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-table text-ink-2 sm:px-6">
        <p>{t("frame.about")}</p>
        <ul className="flex flex-wrap gap-x-4">
          {footer.map(({ label, href }) => (
            <li key={`${href} ${label}`}>
              <a className="foot-link" href={href}>
                {label}
              </a>
            </li>
          ))}
          {PLACES.map(([label, address]) => (
            <li key={label}>
              <a className="foot-link" href={path(address())}>
                {t(label)}
              </a>
            </li>
          ))}
          <li>
            <a className="foot-link" href="/api/">
              API
            </a>
          </li>
        </ul>
        <LanguageSwitch />
      </div>
    </footer>
  );
}
