"use client";

import { CheckCheck, ChevronDown, CircleHelp } from "lucide-react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { Denial } from "@/lib/domain/errors";
import { Button, buttonClasses } from "../button";
import { Callout } from "../callout";
import { classes } from "../classes";
import { DenialNote } from "../denial-note";
import { SignInLink } from "../sign-in-link";
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
      {notice ? (
        <Callout tone={notice.tone}>
          {notice.text}
          {notice.suggest ? (
            <span className="js-only mt-2 block">
              <Button type="button" small onClick={() => store.suggest()}>
                {t("editor.suggestInstead")} <KeyCaps command="suggest" />
              </Button>
            </span>
          ) : null}
        </Callout>
      ) : null}
      <Improving />
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

/** Whose suggestion the text is made from. */
function Improving() {
  const t = useTexts();
  const store = useStore();
  const from = useEditor((state) => state.from);
  if (!from) return null;
  return (
    <p className="flex flex-wrap items-center gap-3 text-table text-ink-2">
      {t("editor.improving", { user: from.author ?? t("editor.formerUser") })}
      <button type="button" className="link js-only inline-flex min-h-6 items-center" onClick={() => store.disown()}>
        {t("editor.improvingOwn")}
      </button>
    </p>
  );
}

/** Why only suggesting is possible. */
export function OnlySuggesting({ denial }: { denial: Denial }) {
  const t = useTexts();
  const store = useStore();
  return (
    <p className="flex items-start gap-2 text-table text-ink-2">
      <CircleHelp aria-hidden size={16} className="mt-0.5 shrink-0 text-ink-3" />
      <span>
        {denial.text}{" "}
        {denial.reason === "not-signed-in" ? (
          <SignInLink href={store.signIn} className="link">
            {t("editor.signInToEdit")}
          </SignInLink>
        ) : null}
      </span>
    </p>
  );
}

export function Suggest({ primary, wide = false }: { primary: boolean; wide?: boolean }) {
  const t = useTexts();
  return (
    <Button
      kind={primary ? "primary" : "secondary"}
      name="then"
      value="suggest"
      className={classes(primary && "max-sm:grow", "pointer-coarse:min-h-11")}
    >
      {t("editor.suggest")} <KeyCaps command="suggest" inverse={primary} wide={wide} />
    </Button>
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
      <KeyCaps command="needs-editing" wide />
    </label>
  );
}

/** On to the next string; what was typed stays as a draft. */
function Skip({ wide = false }: { wide?: boolean }) {
  const t = useTexts();
  return (
    <StepLink by={1} className={`${buttonClasses("quiet")} ms-auto hover:bg-sunken pointer-coarse:min-h-11`}>
      <ChevronDown aria-hidden size={16} />
      {t("editor.skip")} <KeyCaps command="next" wide={wide} />
    </StepLink>
  );
}

/** Whether somebody has so many buttons that their keys would break the row on a common screen. */
function useCrowded(unit: EditorUnit): boolean {
  const store = useStore();
  const needs = useEditor((state) => state.needs);
  return (needs || store.head.mayApprove) && store.suggestingDenial(unit) === null;
}

/** Ways to save the string. */
export function Saving({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const needs = useEditor((state) => state.needs);
  const conflict = useEditor((state) => state.conflict !== undefined);
  const maySuggest = store.suggestingDenial(unit) === null;
  const crowded = useCrowded(unit);
  const touched = useEditor((_, it) => it.isTouched());
  // What has just been written is one's own text.
  const mayApprove = store.head.mayApprove && !(store.head.fourEyes && touched);
  return (
    <>
      <Button kind="primary" name="then" value="next" className="max-sm:grow pointer-coarse:min-h-11">
        {conflict ? t("editor.saveResult") : needs ? t("editor.saveAsNeedsEditing") : t("editor.save")}{" "}
        <KeyCaps command="save-next" inverse />
      </Button>
      {maySuggest ? <Suggest primary={false} wide={crowded} /> : null}
      {mayApprove ? (
        <Button name="then" value="approve" className="pointer-coarse:min-h-11">
          <CheckCheck aria-hidden size={16} /> {t("editor.approve")} <KeyCaps command="approve" wide={crowded} />
        </Button>
      ) : null}
      <Button name="then" value="stay" className="max-sm:hidden pointer-coarse:min-h-11">
        {t("editor.saveAndStay")} <KeyCaps command="save-stay" wide />
      </Button>
      <NeedsEditing unit={unit} />
    </>
  );
}

/** What can be done with the string; at the bottom of the screen, where thumbs are. */
export function Actions({ unit }: { unit: EditorUnit }) {
  const store = useStore();
  const denial = store.denial(unit);
  const crowded = useCrowded(unit);
  return (
    <>
      {denial ? <OnlySuggesting denial={denial} /> : null}
      <div
        data-actions
        className="sticky bottom-0 z-10 -mx-4 mt-auto flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 lg:-mx-5 lg:px-5"
      >
        {denial ? <Suggest primary /> : <Saving unit={unit} />}
        <Skip wide={!denial && crowded} />
      </div>
    </>
  );
}

/** Where the agreement of the open string's component is read; one comes back to the list from there. */
function agreementOf({ head, path }: ReturnType<typeof useStore>): string {
  return `${new URL(head.agreement).pathname}?next=${encodeURIComponent(path)}`;
}

/** In place of the actions for somebody who may not edit. */
export function Refused({ unit }: { unit: EditorUnit }) {
  const store = useStore();
  const why = store.denial(unit);
  return (
    <div className="grid gap-3">
      {why ? <DenialNote denial={why} back={store.path} signIn={store.signIn} agreement={agreementOf(store)} /> : null}
      <div className="flex">
        <Skip />
      </div>
    </div>
  );
}
