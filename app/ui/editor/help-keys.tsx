"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { Button } from "../button";
import { bindingOf, COMMANDS, type Command, isSingle, keyCaps, keyRefusal, keysOf } from "./commands";
import { useMac, useStore } from "./editor-context";
import { KeyCaps } from "./key-caps";
import { usePreference, usePreferenceStore } from "./preferences";

/** What was wrong with the last key that somebody chose. */
type Problem = { id: string; text: string };

function Row({
  command,
  waiting,
  problem,
  onWait,
  onPress,
}: {
  command: Command;
  /** Whether the next key is for this command. */
  waiting: boolean;
  problem: string | undefined;
  onWait: (waiting: boolean) => void;
  onPress: (event: React.KeyboardEvent) => void;
}) {
  const t = useTexts();
  const chosen = usePreference("keys");
  const preferences = usePreferenceStore();
  const keys = keysOf(command, chosen);
  const title = t(command.title);
  const changed = command.id in chosen;
  const reset = () => {
    const { [command.id]: _, ...rest } = chosen;
    preferences.change({ keys: rest });
  };
  const small = "min-h-8 rounded-control px-2 text-meta text-ink-2 hover:bg-sunken hover:text-ink";
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 pe-4 text-start font-normal">
        {title}
        {keys.some(isSingle) ? <span className="text-ink-3"> {t("editor.outsideFields")}</span> : null}
        {problem ? (
          <span role="alert" className="block text-table text-failing">
            {problem}
          </span>
        ) : null}
      </th>
      <td className="py-1.5 text-end">
        {keys.length === 0 ? <span className="text-meta text-ink-3">{t("editor.keyNone")}</span> : null}
        {keys.map((key) => (
          <span key={key} className="ms-3 inline-block whitespace-nowrap">
            <KeyCaps binding={key} />
          </span>
        ))}
      </td>
      <td className="w-px py-1 ps-3 text-end whitespace-nowrap">
        {waiting ? (
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: the key has just been asked for
            autoFocus
            onKeyDown={onPress}
            onBlur={() => onWait(false)}
            className="min-h-8 rounded-control border border-primary px-2 text-meta font-medium"
          >
            {t("editor.keyPress")}
          </button>
        ) : (
          <button
            type="button"
            aria-label={t("editor.keyChangeNamed", { command: title })}
            onClick={() => onWait(true)}
            className={small}
          >
            {t("editor.keyChange")}
          </button>
        )}
        {changed && !waiting ? (
          <button
            type="button"
            aria-label={t("editor.keyResetNamed", { command: title })}
            onClick={reset}
            className={small}
          >
            {t("editor.keyReset")}
          </button>
        ) : null}
      </td>
    </tr>
  );
}

/** All keys, the way to change them, and the switch for single ones. */
export function HelpKeys() {
  const t = useTexts();
  const mac = useMac();
  const { viewer } = useStore().head;
  const preferences = usePreferenceStore();
  const on = usePreference("singleKeys");
  const chosen = usePreference("keys");
  const [waiting, wait] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const press = (command: Command) => (event: React.KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return wait(undefined);
    const none = event.key === "Backspace" || event.key === "Delete";
    const binding = none ? "" : bindingOf(event.nativeEvent, mac);
    if (binding === undefined) return;
    const refusal = none ? undefined : keyRefusal(command.id, binding, chosen);
    if (refusal) {
      const key = keyCaps(binding, mac).join(" ");
      const text =
        refusal.reason === "reserved"
          ? t("editor.keyReserved", { key })
          : t("editor.keyTaken", { key, command: t(refusal.by.title) });
      return setProblem({ id: command.id, text });
    }
    setProblem(undefined);
    wait(undefined);
    preferences.change({ keys: { ...chosen, [command.id]: none ? [] : [binding] } });
  };
  return (
    <>
      <p className="mb-3 text-table text-ink-2">{t("editor.keyHelp")}</p>
      <table className="w-full text-body">
        <tbody>
          {COMMANDS.map((command) => (
            <Row
              key={command.id}
              command={command}
              waiting={waiting === command.id}
              problem={problem?.id === command.id ? problem.text : undefined}
              onWait={(now) => {
                wait(now ? command.id : undefined);
                if (now) setProblem(undefined);
              }}
              onPress={press(command)}
            />
          ))}
        </tbody>
      </table>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <label className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => preferences.change({ singleKeys: event.currentTarget.checked })}
            className="size-4 accent-primary"
          />
          {t("editor.singleKeys")}
        </label>
        {viewer ? (
          <a href="/accounts/profile/?tab=editor" className="link inline-flex min-h-8 items-center">
            {t("editor.morePreferences")}
          </a>
        ) : null}
        {Object.keys(chosen).length > 0 ? (
          <Button type="button" small onClick={() => preferences.change({ keys: {} })}>
            {t("editor.keysReset")}
          </Button>
        ) : null}
      </div>
    </>
  );
}
