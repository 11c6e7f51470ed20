import { useTexts } from "#texts";
import { Callout } from "@/app/ui/callout";
import { failureWords } from "@/app/ui/error-words";
import { LinkButton } from "@/app/ui/link-button";
import type { Refusal } from "@/lib/text/messages/refusal";

/** A merge that failed: why, what helps and where that is, and what Git printed, which is no prose and read from left to right. */
export function FailureNote({ failure, said }: { failure: string; said: Refusal | null }) {
  const t = useTexts();
  const { words, output } = failureWords(t, failure, said);
  return (
    <div className="mb-5">
      <Callout
        tone="error"
        title={t("repository.mergeFailedTitle")}
        action={<LinkButton href="#rare">{t("repository.maintenance")}</LinkButton>}
      >
        <p>{words}</p>
        <p>{t("repository.mergeFailureHelp")}</p>
        {output ? (
          <pre dir="ltr" className="mt-2 whitespace-pre-wrap font-mono text-meta wrap-anywhere">
            {output}
          </pre>
        ) : null}
      </Callout>
    </div>
  );
}
