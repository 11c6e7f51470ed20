import { useTexts } from "#texts";
import { Callout, type Tone } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { sayRefusal } from "@/lib/text/messages/refusal";

type Request = NonNullable<RepositoryState["request"]>;

const TONES: Record<Request["state"], Tone> = {
  open: "info",
  conflicted: "warning",
  merged: "success",
  closed: "warning",
};

/** The pull or merge request of a repository: how it stands, and what happens next. */
export function RequestNote({
  request: { state, number, url, automatic, mergeProblem, mergeProblemSaid },
}: {
  request: Request;
}) {
  const t = useTexts();
  return (
    <div className="mb-5">
      <Callout
        tone={TONES[state]}
        title={t(`repository.request.title.${state}`, { number })}
        action={<LinkButton href={url}>{t("repository.request.show")}</LinkButton>}
      >
        {t(`repository.request.text.${state}`)}
        {automatic ? ` ${t("repository.request.automatic")}` : null}
        {mergeProblem
          ? ` ${t("repository.request.notAutomatic", { reason: mergeProblemSaid ? sayRefusal(t, mergeProblemSaid) : mergeProblem })}`
          : null}
      </Callout>
    </div>
  );
}
