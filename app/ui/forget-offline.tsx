"use client";

import { useEffect } from "react";
import { forgetOffline } from "./editor/offline";

/** On pages of those who are not signed in: what an account has kept in this browser goes. */
export function ForgetOffline() {
  useEffect(() => {
    // The browser may have its storage switched off: then nothing was kept.
    forgetOffline().catch(() => undefined);
  }, []);
  return null;
}
