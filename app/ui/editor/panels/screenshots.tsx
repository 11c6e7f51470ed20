"use client";

import { ImagePlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import type { EditorShot } from "@/lib/domain/editor/shots";
import { Button } from "../../button";
import { classes } from "../../classes";
import { FindStrings } from "../../screenshots/find-strings";
import { MarkRegion } from "../../screenshots/mark-region";
import { PICTURES, pictureOf } from "../../screenshots/picture-files";
import { ShotView } from "../../screenshots/shot-view";
import { type Problem, sendShot, sendShotAct } from "../about-requests";
import { useStore } from "../editor-context";
import type { PanelProps } from "./panel";
import { Empty } from "./parts";

/** Pictures of where the string stands: seen large, added by paste, drop or choice, and marked. */
export function Screenshots({ unit, context }: PanelProps) {
  const t = useTexts();
  const store = useStore();
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  const account = store.head.viewer?.id ?? 0;
  const run = async (asked: Promise<EditorShot[] | Problem>, said: string): Promise<boolean> => {
    setState({ busy: true });
    const answer = await asked;
    if ("problem" in answer) {
      setState({ busy: false, problem: answer.problem ?? t("editor.aboutSource.notReached") });
      return false;
    }
    setState({ busy: false });
    store.askAnew(unit.id);
    store.say(said);
    return true;
  };
  const { shots } = context;
  return (
    <div className="grid gap-4 py-3">
      {state.problem ? (
        <p role="alert" className="text-table font-medium text-failing">
          {state.problem}
        </p>
      ) : null}
      {shots.length === 0 ? <Empty>{t("shots.none")}</Empty> : null}
      <ul className="grid gap-5 empty:hidden">
        {shots.map((shot) => (
          <Shot
            key={`${shot.id} ${shot.url}`}
            shot={shot}
            unit={unit.id}
            busy={state.busy}
            act={(what, said) => run(sendShotAct(unit.id, account, what), said)}
          />
        ))}
      </ul>
      {store.head.shots.add && store.head.viewer ? (
        <AddShot busy={state.busy} add={(file) => void run(sendShot(unit.id, account, file), t("shots.added"))} />
      ) : null}
    </div>
  );
}

type Act = Parameters<typeof sendShotAct>[2];

function Shot({
  shot,
  unit,
  busy,
  act,
}: {
  shot: EditorShot;
  unit: number;
  busy: boolean;
  act: (what: Act, said: string) => Promise<boolean>;
}) {
  const t = useTexts();
  const store = useStore();
  const { shots } = store.head;
  const [marking, setMarking] = useState(false);
  if (marking)
    return (
      <li>
        <MarkRegion
          shot={shot}
          busy={busy}
          onClose={() => setMarking(false)}
          onMark={async (region) => {
            if (await act({ act: "mark", shot: shot.id, region }, t("shots.marked"))) setMarking(false);
          }}
        />
      </li>
    );
  return (
    <li className="grid gap-1.5">
      <a href={shot.url} target="_blank" rel="noreferrer" title={t("shots.large")}>
        <ShotView shot={shot} marks={shot.region ? [{ region: shot.region }] : []} />
      </a>
      <a href={shot.page} className="link justify-self-start py-1 text-table break-words" title={t("shots.open")}>
        {shot.name}
      </a>
      <div className="js-only flex flex-wrap items-start gap-1.5">
        {shots.edit ? (
          <>
            <Button type="button" small disabled={busy} onClick={() => setMarking(true)}>
              {t(shot.region ? "shots.markAnew" : "shots.mark")}
            </Button>
            <FindStrings
              shot={shot}
              unit={unit}
              busy={busy}
              sourceCode={store.head.sourceLanguage.code}
              onFound={(said) => store.say(said)}
              onPlace={(strings) =>
                act({ act: "place", shot: shot.id, strings }, t("shots.placed", { count: strings.length }))
              }
            />
            <Button
              type="button"
              small
              disabled={busy}
              onClick={() => void act({ act: "detach", shot: shot.id }, t("shots.detached"))}
            >
              {t("shots.detach")}
            </Button>
          </>
        ) : null}
        {shots.delete ? (
          <details>
            <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-control px-2 text-meta font-medium text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11">
              {t("shots.delete")}
            </summary>
            <p className="py-1 text-table">{t("shots.deleteAsk")}</p>
            <Button
              type="button"
              small
              kind="danger"
              disabled={busy}
              onClick={() => void act({ act: "delete", shot: shot.id }, t("shots.deleted"))}
            >
              {t("shots.deleteNow")}
            </Button>
          </details>
        ) : null}
      </div>
    </li>
  );
}

function AddShot({ busy, add }: { busy: boolean; add: (file: File) => void }) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  // A picture in the clipboard goes here wherever the caret is; text goes on to where it is.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = pictureOf(event.clipboardData?.files);
      if (!file || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      if (!busy) add(file);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [add, busy]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of three; the button is the accessible one
    <div
      className={classes(
        "js-only grid justify-items-start gap-2 rounded-panel border border-dashed px-4 py-3",
        over ? "border-primary bg-sunken" : "border-line-strong",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = pictureOf(event.dataTransfer.files);
        if (file && !busy) add(file);
      }}
    >
      <input
        ref={input}
        type="file"
        accept={PICTURES.join(",")}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const file = pictureOf(event.currentTarget.files);
          if (file) add(file);
          event.currentTarget.value = "";
        }}
      />
      <Button type="button" disabled={busy} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden size={16} />
        {t(busy ? "shots.sending" : "shots.add")}
      </Button>
      <p className="text-table text-ink-2">{t("shots.addHelp")}</p>
    </div>
  );
}
