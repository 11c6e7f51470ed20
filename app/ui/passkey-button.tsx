"use client";

import { Fingerprint, LoaderCircle } from "lucide-react";
import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState, useSyncExternalStore } from "react";
import { useTexts } from "#texts";
import { Button } from "./button";

/** What the server wants a passkey to sign, or why it does not. */
export interface PasskeyRequest {
  options?: unknown;
  problem?: string;
}

const never = () => () => {};

/** Whether the browser knows passkeys; not before its scripts run. */
function usePasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => "PublicKeyCredential" in window,
    () => false,
  );
}

/** Asks the browser for a passkey. The library comes when it is needed. */
async function ceremony(make: boolean, options: unknown): Promise<unknown> {
  const { startAuthentication, startRegistration } = await import("@simplewebauthn/browser");
  return make
    ? startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"] })
    : startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]["optionsJSON"] });
}

/** A button of a form that makes a passkey or signs with one, and sends the form with the answer in `response`. */
export function PasskeyButton({
  ask,
  make = false,
  kind = "secondary",
  className,
  children,
}: {
  /** The server's side: what is to be signed, given the fields of the form. */
  ask: (form: FormData) => Promise<PasskeyRequest>;
  make?: boolean;
  kind?: ComponentProps<typeof Button>["kind"];
  className?: string;
  children: ReactNode;
}) {
  const t = useTexts();
  const possible = usePasskeys();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const run = async (event: MouseEvent<HTMLButtonElement>) => {
    const form = event.currentTarget.form;
    if (!form || !field.current || busy) return;
    setBusy(true);
    setProblem("");
    try {
      const asked = await ask(new FormData(form));
      if (asked.problem) setProblem(asked.problem);
      else {
        field.current.value = JSON.stringify(await ceremony(make, asked.options));
        form.requestSubmit();
      }
    } catch (error) {
      const name = error instanceof Error ? error.name : "";
      setProblem(
        t(
          name === "InvalidStateError"
            ? "passkey.known"
            : name === "NotAllowedError"
              ? "passkey.stopped"
              : "passkey.failed",
        ),
      );
    }
    setBusy(false);
  };
  if (!possible) return null;
  return (
    <div className={className}>
      <input ref={field} type="hidden" name="response" />
      <Button
        type="button"
        kind={kind}
        className="w-full"
        aria-disabled={busy || undefined}
        onClick={(event) => void run(event)}
      >
        {busy ? (
          <LoaderCircle aria-hidden size={16} className="animate-[spin_1.2s_linear_infinite]" />
        ) : (
          <Fingerprint aria-hidden size={16} />
        )}
        {children}
      </Button>
      <p role="alert" className="text-table text-failing empty:hidden">
        {problem}
      </p>
    </div>
  );
}
