import { getTexts } from "./page-texts";
import { siteLook } from "./site-look";

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
              <a className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink" href={href}>
                {label}
              </a>
            </li>
          ))}
          <li>
            <a className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink" href="/api/">
              API
            </a>
          </li>
          <li>
            <a className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink" href="/changes/">
              {t("common.changes")}
            </a>
          </li>
          <li>
            <a className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink" href="/languages/">
              {t("common.languages")}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
