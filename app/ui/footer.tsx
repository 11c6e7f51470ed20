/** The foot of every page. */
export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-[1440px] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 text-table text-ink-2 sm:px-6">
        <p>Loquat: translate software together.</p>
        <ul className="flex flex-wrap gap-x-4">
          <li>
            <a className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink" href="/api/">
              API
            </a>
          </li>
          <li>
            <a className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink" href="/changes/">
              Changes
            </a>
          </li>
          <li>
            <a className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink" href="/languages/">
              Languages
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
