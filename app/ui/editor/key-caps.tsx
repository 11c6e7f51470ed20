"use client";

import { classes } from "../classes";
import { type CommandId, keyCaps, keyOf } from "./commands";
import { useMac } from "./editor-context";
import { usePreference } from "./preferences";

/** The key of a command, as it is printed on keyboards; only where there is likely to be one. */
export function KeyCaps({
  command,
  then,
  binding,
  inverse = false,
  wide = false,
}: {
  command?: CommandId;
  /** Keys that are pressed after it. */
  then?: string;
  binding?: string;
  inverse?: boolean;
  /** Only where there is much room; the list of keys has it in any case. */
  wide?: boolean;
}) {
  const mac = useMac();
  const key = keyOf(command ?? "help", usePreference("keys"));
  const wanted = binding ?? key;
  if (wanted === "") return null;
  const caps = keyCaps(then === undefined ? wanted : `${wanted}+${then}`, mac);
  return (
    <kbd
      aria-hidden={command ? true : undefined}
      className={classes(
        "js-only font-sans text-meta font-normal pointer-coarse:hidden",
        wide ? "max-2xl:hidden" : "max-sm:hidden",
      )}
    >
      {caps.map((cap) => (
        <span
          key={cap}
          className={`ms-0.5 inline-block min-w-5 rounded border px-1 text-center ${inverse ? "border-current/40" : "border-line-strong"}`}
        >
          {cap}
        </span>
      ))}
    </kbd>
  );
}
