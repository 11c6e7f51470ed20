"use client";

import { useState } from "react";
import { createPortal } from "react-dom";
import { useTexts } from "#texts";
import type { AboutString } from "@/lib/domain/editor/about";
import { Button } from "../button";
import { Field } from "../field";
import { TextArea } from "../text-area";
import { sendAbout } from "./about-requests";
import { useStore } from "./editor-context";

const FORM = "about-string";

/** What is said for all languages. */
function SourceFields({ about }: { about: AboutString }) {
  const t = useTexts();
  return (
    <>
      <TextArea
        form={FORM}
        name="about-explanation"
        label={t("editor.fact.explanation")}
        hint={t("editor.aboutSource.explanationHint")}
        defaultValue={about.explanation}
        rows={3}
        maxLength={100_000}
        autoFocus={about.own === null}
      />
      {about.labels.length > 0 ? (
        <fieldset>
          <legend className="text-table font-medium">{t("editor.fact.labels")}</legend>
          <div className="flex flex-wrap gap-x-4">
            {about.labels.map((label) => (
              <label key={label.id} className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  form={FORM}
                  name="about-label"
                  value={label.id}
                  defaultChecked={about.chosen.includes(label.id)}
                  className="size-4 accent-primary"
                />
                {label.name}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <Field
        form={FORM}
        name="about-flags"
        label={t("editor.aboutSource.flags")}
        hint={t("editor.aboutSource.flagsHint")}
        defaultValue={about.flags}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={10_000}
      />
    </>
  );
}

/** The open form of what is said about the source of a string. */
export function AboutFields({ unitId, about, close }: { unitId: number; about: AboutString; close: () => void }) {
  const t = useTexts();
  const store = useStore();
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // In the tree of components it is inside of the form that saves the string, and would send that one, too.
    event.stopPropagation();
    if (state.busy) return;
    const data = new FormData(event.currentTarget);
    setState({ busy: true });
    const answer = await sendAbout({
      unit: unitId,
      account: store.head.viewer?.id ?? 0,
      version: about.version,
      explanation: about.mayDescribe ? String(data.get("about-explanation") ?? "") : about.explanation,
      flags: about.mayDescribe ? String(data.get("about-flags") ?? "") : about.flags,
      labels: about.mayDescribe ? data.getAll("about-label").map(Number) : about.chosen,
      ...(about.own && { own: { version: about.own.version, explanation: String(data.get("about-own") ?? "") } }),
    });
    if ("problem" in answer)
      return setState({ busy: false, problem: answer.problem ?? t("editor.aboutSource.notReached") });
    close();
    store.takeStanding(answer);
    store.say(t(about.own ? "editor.aboutSource.savedHere" : "editor.aboutSource.saved"));
  };
  return (
    <fieldset aria-label={t("editor.aboutSource.edit")} className="mt-1 grid w-full gap-3 border-t border-line pt-3">
      {/* Forms do not nest: the one around saves the string, and this one stands apart. */}
      {createPortal(<form id={FORM} onSubmit={submit} />, document.body)}
      {about.own ? (
        <TextArea
          form={FORM}
          name="about-own"
          label={t("editor.aboutSource.own", { language: store.head.language.name })}
          hint={t("editor.aboutSource.ownHint")}
          defaultValue={about.own.explanation}
          rows={3}
          maxLength={100_000}
          autoFocus
        />
      ) : null}
      {about.mayDescribe ? <SourceFields about={about} /> : null}
      {state.problem ? (
        <p role="alert" className="text-table font-medium text-failing">
          {state.problem}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" form={FORM} kind="primary" disabled={state.busy}>
          {t(about.own ? "editor.aboutSource.saveHere" : "editor.aboutSource.save")}
        </Button>
        <Button type="button" onClick={close}>
          {t("editor.term.cancel")}
        </Button>
      </div>
    </fieldset>
  );
}
