"use client";

import { laterHere } from "../later";
import { useOutbox, useStore } from "./editor-context";

const SignInForm = laterHere(() => import("./sign-in-form").then(({ SignInForm }) => SignInForm));

/** The session has ended: sign in here, and what waits goes on. Typing goes on meanwhile. */
export function SignInAgain() {
  const { viewer } = useStore().head;
  const { signedOut } = useOutbox();
  return signedOut && viewer ? <SignInForm viewer={viewer} /> : null;
}
