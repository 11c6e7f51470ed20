"use client";

import { use } from "react";
import { useTexts } from "#texts";
import { Callout } from "./callout";
import { FormContext } from "./form-context";
import { Submit } from "./submit";

/** The question of a form about rows that were ticked. Its button says which ones, as ticks may have changed since. */
export function AskedTicks() {
  const t = useTexts();
  const { ask } = use(FormContext);
  if (!ask) return null;
  return (
    <div className="mb-3">
      <Callout tone="warning" live>
        <p>{ask.text}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Submit kind="danger" name="sure" value={ask.sure}>
            {ask.yes}
          </Submit>
          <Submit kind="secondary" name="sure" value="no">
            {t("form.cancel")}
          </Submit>
        </div>
      </Callout>
    </div>
  );
}
