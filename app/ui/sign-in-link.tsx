"use client";

import type { MouseEvent, ReactNode } from "react";

/** Pages move on without being loaded, as the editor does: the link leads back to where the reader is when it is followed. */
function returnHere({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  const { pathname, search } = window.location;
  if (pathname.startsWith("/accounts/")) return;
  const target = new URL(currentTarget.href);
  target.searchParams.set("next", pathname + search);
  currentTarget.href = target.pathname + target.search;
}

/**
 * A link to sign in, and to come back.
 * @param href where one signs in, for the address that the server knows
 */
export function SignInLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <a href={href} onClick={returnHere} onAuxClick={returnHere} className={className}>
      {children}
    </a>
  );
}
