"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { Button } from "../button";
import { Callout } from "../callout";
import { useOutbox, useStore } from "./editor-context";
import { type SignInProblem, signIn } from "./requests";

/** Signs in on the spot, and what waits goes on. */
export function SignInForm({ viewer }: { viewer: { username: string } }) {
  const t = useTexts();
  const store = useStore();
  const { waiting } = useOutbox();
  const [problem, setProblem] = useState<SignInProblem | undefined>();
  const [busy, setBusy] = useState(false);
  const [password, setPassword] = useState("");
  const enter = async () => {
    setBusy(true);
    const failed = await signIn(viewer.username, password);
    setBusy(false);
    setProblem(failed);
    if (failed) return;
    setPassword("");
    store.outbox?.resume();
    store.say(t("editor.signedInAgain"));
  };
  return (
    <Callout tone="warning" title={t("editor.signedOutTitle")} live>
      <p>
        {t("editor.signedOutHelp", { count: waiting })} {problem ? t(`editor.signInProblem.${problem}`) : ""}
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <div>
          <label htmlFor="again-password" className="block text-table">
            {t("editor.passwordOf", { user: viewer.username })}
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
          {t("editor.signInAgain")}
        </Button>
        <a href="/accounts/login/" target="_blank" rel="noreferrer" className="link inline-flex min-h-10 items-center">
          {t("editor.otherSignIn")}
        </a>
        <Button type="button" kind="quiet" onClick={() => store.outbox?.resume()}>
          {t("editor.haveSignedIn")}
        </Button>
      </div>
    </Callout>
  );
}
