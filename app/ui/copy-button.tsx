"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#texts";
import { buttonClasses } from "./button";

/** Copies a text. Without script it is not shown: the text stands beside it and can be selected. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useTexts();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      setCopied(false);
    }
  };
  return (
    <button type="button" onClick={copy} className={`${buttonClasses("secondary", true)} js-only hover:bg-sunken`}>
      {copied ? <Check aria-hidden size={16} /> : <Copy aria-hidden size={16} />}
      <span aria-live="polite">{copied ? t("form.copied") : (label ?? t("form.copy"))}</span>
    </button>
  );
}
