import { Eye } from "lucide-react";
import type { Viewing } from "@/lib/domain/access/actor";
import { ActionForm } from "./action-form";
import { teamName } from "./built-in-names";
import { type Texts, useTexts } from "./page-texts";
import { RelativeTime } from "./relative-time";
import { Submit } from "./submit";
import { stopLooking } from "./viewing-actions";

/** Whose eyes these are, in a sentence. */
export function whoseEyes(t: Texts, { kind, name, project }: Viewing): string {
  const place = project?.name ?? "";
  switch (kind) {
    case "person":
      return t("viewing.person", { user: name });
    case "visitor":
      return t("viewing.visitor", { project: place });
    case "signed-in":
      return t("viewing.signedIn", { project: place });
    case "team":
      return t("viewing.team", { team: teamName(t, name), project: place });
  }
}

/** A button that ends the look; it works without script, too. */
export function StopViewing() {
  const t = useTexts();
  return (
    <ActionForm action={stopLooking}>
      <Submit kind="secondary" small>
        {t("viewing.stop")}
      </Submit>
    </ActionForm>
  );
}

/** Above every page while somebody looks through other eyes. */
export function ViewingBanner({ viewing }: { viewing: Viewing }) {
  const t = useTexts();
  return (
    <aside
      aria-label={t("viewing.label")}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-needs bg-tint-needs px-4 py-1 text-table"
    >
      <Eye aria-hidden size={18} className="shrink-0 text-needs" />
      <p className="min-w-0 grow basis-60">
        <strong className="font-semibold break-words">{whoseEyes(t, viewing)}</strong>{" "}
        <span className="text-ink-2">
          {t.rich("viewing.ends", { until: () => <RelativeTime at={viewing.until} /> })}
        </span>
      </p>
      <StopViewing />
    </aside>
  );
}
