"use client";

import type { ReactNode } from "react";
import { ActionForm } from "./action-form";
import { forgetOffline } from "./editor/offline";
import { signOut } from "./sign-out";

/** A form that ends the session, and takes away what the editor keeps in this browser. It works without script, too. */
export function SignOutForm({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <ActionForm action={signOut} onSubmit={() => void forgetOffline().catch(() => undefined)} className={className}>
      {children}
    </ActionForm>
  );
}
