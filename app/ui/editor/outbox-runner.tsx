"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { Outbox } from "./outbox";

/** Sends what an editor page left behind, on any other page of the same account. The editor itself runs its own. */
export function OutboxRunner({ account }: { account: number }) {
  const editing = usePathname().startsWith("/translate/");
  useEffect(() => (editing ? undefined : new Outbox(account).start()), [account, editing]);
  return null;
}
