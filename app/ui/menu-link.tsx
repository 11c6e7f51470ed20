import type { ReactNode } from "react";

/** One line of a menu. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="flex min-h-9 items-center gap-2 rounded-control px-2 py-1 text-ink no-underline hover:bg-sunken"
    >
      {children}
    </a>
  );
}
