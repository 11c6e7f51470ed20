"use client";

import { useRef, useSyncExternalStore } from "react";
import { useTexts } from "#texts";
import { Button } from "../button";
import { readStored, writeStored } from "./browser-storage";
import { COMMANDS } from "./commands";
import { KeyCaps } from "./key-caps";

const KEY = "loquat:single-keys";
const watchers = new Set<() => void>();

/** Whether single letters act outside of fields; a person may switch that off. */
export function singleKeysOn(): boolean {
  return readStored<boolean>(KEY) ?? true;
}

function setSingleKeys(on: boolean): void {
  writeStored(KEY, on);
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** All keys, and the switch for single ones. */
export function Help({ dialog }: { dialog: React.RefObject<HTMLDialogElement | null> }) {
  const t = useTexts();
  const on = useSyncExternalStore(subscribe, singleKeysOn, () => true);
  const closer = useRef<HTMLButtonElement>(null);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="help-heading"
      className="m-auto max-h-[90dvh] w-[min(560px,calc(100vw-32px))] overflow-auto rounded-panel border border-line bg-surface p-5 text-ink shadow-overlay backdrop:bg-black/40"
    >
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="help-heading" className="text-h2 font-semibold">
          {t("editor.keys")}
        </h2>
        <Button ref={closer} type="button" small onClick={() => dialog.current?.close()}>
          {t("editor.close")}
        </Button>
      </div>
      <table className="w-full text-body">
        <tbody>
          {COMMANDS.map((command) => (
            <tr key={command.id} className="border-t border-line">
              <th scope="row" className="py-1.5 pe-4 text-start font-normal">
                {t(command.title)}
                {command.single ? <span className="text-ink-3"> {t("editor.outsideFields")}</span> : null}
              </th>
              <td className="py-1.5 text-end">
                {command.keys.map((key) => (
                  <span key={key} className="ms-3 inline-block whitespace-nowrap">
                    <KeyCaps binding={key} />
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <label className="mt-4 flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
          className="size-4 accent-primary"
        />
        {t("editor.singleKeys")}
      </label>
    </dialog>
  );
}
