"use client";

import { useState } from "react";
import { Button } from "../button";
import { Callout } from "../callout";
import { useOutbox, useStore } from "./editor-context";
import { signIn } from "./requests";

/** The session has ended: sign in here, and what waits goes on. Typing goes on meanwhile. */
export function SignInAgain() {
  const store = useStore();
  const { signedOut, waiting } = useOutbox();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const viewer = store.head.viewer;
  const [password, setPassword] = useState("");
  if (signedOut === undefined || !viewer) return null;
  const enter = async () => {
    setBusy(true);
    const failed = await signIn(viewer.username, password);
    setBusy(false);
    setProblem(failed);
    if (failed) return;
    setPassword("");
    store.outbox?.resume();
    store.say("You are signed in again.");
  };
  return (
    <Callout tone="warning" title="You have been signed out" live>
      <p>
        Nothing is lost: your texts are kept in this browser{waiting > 0 ? `, ${waiting} to be saved` : ""}.{" "}
        {problem ?? ""}
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <div>
          <label htmlFor="again-password" className="block text-table">
            Password of {viewer.username}
          </label>
          <input
            id="again-password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              void enter();
            }}
            aria-invalid={problem ? true : undefined}
            className="control"
          />
        </div>
        <Button type="button" kind="primary" disabled={busy} onClick={() => void enter()}>
          Sign in again
        </Button>
        <a href="/accounts/login/" target="_blank" rel="noreferrer" className="link inline-flex min-h-10 items-center">
          Another way, in a new tab
        </a>
        <Button type="button" kind="quiet" onClick={() => store.outbox?.resume()}>
          I have signed in
        </Button>
      </div>
    </Callout>
  );
}
