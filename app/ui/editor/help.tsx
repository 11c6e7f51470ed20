"use client";

import { useEffect, useState } from "react";
import { useTexts } from "#texts";
import { Button } from "../button";
import { laterHere } from "../later";

const HelpKeys = laterHere(() => import("./help-keys").then(({ HelpKeys }) => HelpKeys));

/** The dialog of keys. What is in it is loaded when it is opened, and forgotten when it is closed. */
export function Help({ dialog }: { dialog: React.RefObject<HTMLDialogElement | null> }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const watch = new MutationObserver(() => setOpen(shown.open));
    watch.observe(shown, { attributeFilter: ["open"] });
    return () => watch.disconnect();
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="help-heading"
      className="m-auto max-h-[90dvh] w-[min(680px,calc(100vw-32px))] overflow-auto rounded-panel border border-line bg-surface p-5 text-ink shadow-overlay backdrop:bg-black/40"
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-4">
        <h2 id="help-heading" className="text-h2 font-semibold">
          {t("editor.keys")}
        </h2>
        <Button type="button" small onClick={() => dialog.current?.close()}>
          {t("editor.close")}
        </Button>
      </div>
      {open ? <HelpKeys /> : null}
    </dialog>
  );
}
