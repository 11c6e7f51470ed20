"use client";

import { CheckCheck, ChevronDown } from "lucide-react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { Button, buttonClasses } from "../button";
import { Callout } from "../callout";
import { DenialNote } from "../denial-note";
import { StateIcon } from "../state-icon";
import { useEditor, useStore } from "./editor-context";
import { KeyCaps } from "./key-caps";
import { StepLink } from "./step-link";

/** What has become of the text: kept as a draft, thrown away, adjusted by the service, refused. */
export function TextStatus() {
  const t = useTexts();
  const store = useStore();
  const draft = useEditor((state) => state.draft);
  const discarded = useEditor((state) => state.discarded);
  const notice = useEditor((state) => state.notice);
  const conflict = useEditor((state) => state.conflict !== undefined);
  const small = "link js-only inline-flex min-h-6 cursor-pointer items-center";
  return (
    <>
      {notice ? <Callout tone={notice.tone}>{notice.text}</Callout> : null}
      {discarded ? (
        <p className="flex flex-wrap items-center gap-3 text-table text-ink-2">
          {t("editor.discarded")}
          <button type="button" className={small} onClick={() => store.undiscard()}>
            {t("editor.undo")}
          </button>
        </p>
      ) : draft === "none" || conflict ? null : (
        <p className="flex flex-wrap items-center gap-3 text-table text-ink-2">
          {draft === "kept" ? t("editor.draftKept") : t("editor.draftLost")}
          <button type="button" className={small} onClick={() => store.discard()}>
            {t("editor.discard")}
          </button>
        </p>
      )}
    </>
  );
}

function NeedsEditing({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const needs = useEditor((state) => state.needs);
  const revision = useEditor((state) => state.revision);
  return (
    <label className="inline-flex min-h-10 items-center gap-2 rounded-control px-2 hover:bg-sunken pointer-coarse:min-h-11">
      <input
        key={`${unit.id} ${revision}`}
        type="checkbox"
        name="needs"
        value="yes"
        checked={needs}
        onChange={(event) => store.setNeeds(event.currentTarget.checked)}
        className="size-4 accent-primary"
      />
      <StateIcon state="needs-editing" silent />
      {t("editor.needsEditing")}
      <KeyCaps command="needs-editing" />
    </label>
  );
}

/** On to the next string; what was typed stays as a draft. */
function Skip() {
  const t = useTexts();
  return (
    <StepLink by={1} className={`${buttonClasses("quiet")} ms-auto hover:bg-sunken pointer-coarse:min-h-11`}>
      <ChevronDown aria-hidden size={16} />
      {t("editor.skip")} <KeyCaps command="next" />
    </StepLink>
  );
}

/** What can be done with the string; at the bottom of the screen, where thumbs are. */
export function Actions({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const needs = useEditor((state) => state.needs);
  const conflict = useEditor((state) => state.conflict !== undefined);
  const { mayApprove } = store.head;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-auto flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 lg:-mx-5 lg:px-5">
      <Button kind="primary" name="then" value="next" className="max-sm:grow pointer-coarse:min-h-11">
        {conflict ? t("editor.saveResult") : needs ? t("editor.saveAsNeedsEditing") : t("editor.save")}{" "}
        <KeyCaps command="save-next" inverse />
      </Button>
      {mayApprove ? (
        <Button name="then" value="approve" className="pointer-coarse:min-h-11">
          <CheckCheck aria-hidden size={16} /> {t("editor.approve")} <KeyCaps command="approve" />
        </Button>
      ) : null}
      <Button name="then" value="stay" className="max-sm:hidden pointer-coarse:min-h-11">
        {t("editor.saveAndStay")} <KeyCaps command="save-stay" />
      </Button>
      <NeedsEditing unit={unit} />
      <Skip />
    </div>
  );
}

/** In place of the actions for somebody who may not edit. */
export function Refused({ unit }: { unit: EditorUnit }) {
  const store = useStore();
  const why = store.denial(unit);
  return (
    <div className="grid gap-3">
      {why ? <DenialNote denial={why} back={store.path} signIn={store.signIn} /> : null}
      <div className="flex">
        <Skip />
      </div>
    </div>
  );
}
