import type { ReactNode } from "react";

/** One line of a menu. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="menu-link">
      {children}
    </a>
  );
}
