"use client";

import { type ReactNode, useState } from "react";
import { useTexts } from "#texts";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import { ManyChoices } from "@/app/ui/many-choices";
import { RadioGroup } from "@/app/ui/radio-group";
import { type Choice, Select } from "@/app/ui/select";

/** Fields of the forms for many strings. They keep what is in them while plans come and go beneath. */

/** What the fields begin with. */
export interface FieldValues {
  q: string;
  rows: string;
  /** How many strings were ticked, when some were. */
  ticked?: number;
  find?: string;
  replacement?: string;
  regex?: boolean;
  matchCase?: boolean;
  wholeWords?: boolean;
  act?: string;
  state?: string;
  addFlags?: string;
  removeFlags?: string;
  addLabels?: string[];
  removeLabels?: string[];
  check?: string;
  approve?: boolean;
  user?: string;
  since?: string;
}

/** Which strings: those that were ticked, or a search. */
function Which({ initial }: { initial: FieldValues }) {
  const t = useTexts();
  if (initial.ticked !== undefined)
    return (
      <p>
        <input type="hidden" name="rows" value={initial.rows} />
        {t("bulk.ticked", { count: initial.ticked })}
      </p>
    );
  return (
    <Field
      label={t("bulk.q.label")}
      name="q"
      id="strings-q"
      defaultValue={initial.q}
      dir="ltr"
      maxLength={10_000}
      hint={t("bulk.q.hint")}
    />
  );
}

export function ReplaceFields({ initial: given }: { initial: FieldValues }) {
  const t = useTexts();
  const [initial] = useState(given);
  return (
    <>
      <Which initial={initial} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("bulk.find")}
          name="find"
          defaultValue={initial.find}
          required
          maxLength={2000}
          dir="auto"
          autoComplete="off"
        />
        <Field
          label={t("bulk.replacement")}
          name="replacement"
          defaultValue={initial.replacement}
          maxLength={10_000}
          dir="auto"
          autoComplete="off"
        />
      </div>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox name="match_case" label={t("bulk.matchCase")} defaultChecked={initial.matchCase} />
        <Checkbox name="whole_words" label={t("bulk.wholeWords")} defaultChecked={initial.wholeWords} />
        <Checkbox name="regex" label={t("bulk.regex")} hint={t("bulk.regexHint")} defaultChecked={initial.regex} />
      </div>
    </>
  );
}

/** Shown only while its act is chosen; everything is shown where the browser cannot tell. */
function OfAct({ act, children }: { act: "edit" | "dismiss" | "accept" | "revert"; children: ReactNode }) {
  const shown = {
    edit: "group-has-[[value=edit]:checked]/bulk:grid",
    dismiss: "group-has-[[value=dismiss]:checked]/bulk:grid",
    accept: "group-has-[[value=accept]:checked]/bulk:grid",
    revert: "group-has-[[value=revert]:checked]/bulk:grid",
  }[act];
  return <div className={`hidden gap-4 ${shown}`}>{children}</div>;
}

export function EditFields({
  initial: given,
  acts,
  states,
  labels,
  checks,
  reviews,
}: {
  initial: FieldValues;
  acts: readonly (Choice & { hint?: string })[];
  states: readonly Choice[];
  labels: readonly Choice[];
  checks: readonly Choice[];
  reviews: boolean;
}) {
  const t = useTexts();
  const [initial] = useState(given);
  return (
    <>
      <Which initial={initial} />
      <RadioGroup label={t("bulk.act.label")} name="act" choices={acts} defaultValue={initial.act ?? "edit"} />
      <OfAct act="edit">
        <Select
          label={t("bulk.state.label")}
          name="state"
          choices={states}
          defaultValue={initial.state ?? ""}
          className="max-w-80"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("bulk.addFlags")}
            name="add_flags"
            defaultValue={initial.addFlags}
            dir="ltr"
            hint={t("bulk.flagsHint")}
            maxLength={2000}
          />
          <Field
            label={t("bulk.removeFlags")}
            name="remove_flags"
            defaultValue={initial.removeFlags}
            dir="ltr"
            hint={t("bulk.removeFlagsHint")}
            maxLength={2000}
          />
          <ManyChoices
            label={t("bulk.addLabels")}
            name="add_labels"
            choices={labels}
            defaultValue={initial.addLabels ?? []}
          />
          <ManyChoices
            label={t("bulk.removeLabels")}
            name="remove_labels"
            choices={labels}
            defaultValue={initial.removeLabels ?? []}
          />
        </div>
      </OfAct>
      <OfAct act="dismiss">
        <Select
          label={t("bulk.check")}
          name="check"
          choices={checks}
          defaultValue={initial.check ?? ""}
          className="max-w-80"
        />
      </OfAct>
      <OfAct act="accept">
        {reviews ? (
          <Checkbox name="approve" label={t("bulk.approve")} defaultChecked={initial.approve} />
        ) : (
          <p>{t("bulk.acceptHint")}</p>
        )}
      </OfAct>
      <OfAct act="revert">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("bulk.user")} name="user" defaultValue={initial.user} dir="ltr" maxLength={150} />
          <Field
            label={t("bulk.since")}
            name="since"
            type="date"
            defaultValue={initial.since}
            hint={t("bulk.sinceHint")}
          />
        </div>
      </OfAct>
    </>
  );
}
