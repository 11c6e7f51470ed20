"use client";

import { type ReactNode, useContext } from "react";
import { useTexts } from "#texts";
import { Callout } from "./callout";
import { CodeBlock } from "./code-block";
import { FormContext } from "./form-context";

/** What an action shows once, like a new token. `snippets` are templates in which {key} stands for it. */
export function FormSecret({
  title,
  note,
  snippets = [],
  copy,
}: {
  title: string;
  note: ReactNode;
  snippets?: readonly { label: string; template: string }[];
  /** What the button says, unless it is a key. */
  copy?: string;
}) {
  const t = useTexts();
  const { secret } = useContext(FormContext);
  if (!secret) return null;
  return (
    <div className="mb-6">
      <Callout tone="success" title={title} live>
        {note}
        <div className="mt-3 grid gap-3" data-secret>
          <CodeBlock text={secret} label={copy ?? t("form.copyKey")} />
          {snippets.map((snippet) => (
            <div key={snippet.label}>
              <p className="mb-1 text-table text-ink-2">{snippet.label}</p>
              <CodeBlock text={snippet.template.replaceAll("{key}", secret)} />
            </div>
          ))}
        </div>
      </Callout>
    </div>
  );
}
