"use client";

import { useTexts } from "#texts";
import { Callout } from "@/app/ui/callout";
import type { Proposal } from "@/lib/domain/creation/discover";

/** Files of a component that was found which cannot be read, and why. */
export function UnreadFiles({ unread: { count, files } }: { unread: Proposal["unread"] }) {
  const t = useTexts();
  return (
    <Callout tone="warning" title={t("wizard.unread.title", { count })}>
      <p>{t("wizard.unread.lead", { count })}</p>
      <ul className="mt-1 grid gap-1 text-table">
        {files.map(({ path, line, message }) => (
          <li key={path} className="break-words">
            <bdi className="break-all font-mono">{`${path}:${line}`}</bdi>
            {": "}
            <bdi>{message}</bdi>
          </li>
        ))}
        {count > files.length ? <li>{t("wizard.moreFiles", { count: count - files.length })}</li> : null}
      </ul>
    </Callout>
  );
}
