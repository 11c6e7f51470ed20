import { type TextKey, useTexts } from "#texts";
import { languageNames } from "@/app/ui/language-names";
import { changeAddress, isComment } from "@/lib/domain/changes/address";
import type { ChangeRow } from "@/lib/domain/changes/list";
import { FORM_SEPARATOR } from "@/lib/domain/changes/record";
import { isRevertable } from "@/lib/domain/units/revert";
import { urls } from "@/lib/urls";
import { changeWords } from "./change-words";
import { path } from "./paths";
import { RelativeTime } from "./relative-time";
import { UnitText } from "./unit-text";
import { WordDiff } from "./word-diff";

/** Where changes came from, when not from a person in the editor. */
export const CAUSES: Readonly<Record<string, TextKey>> = {
  api: "changes.cause.api",
  machine: "changes.cause.machine",
  memory: "changes.cause.memory",
  propagation: "changes.cause.propagation",
  upload: "changes.cause.upload",
  repository: "changes.cause.repository",
  addon: "changes.cause.addon",
};

const MOST_OF_SOURCE = 300;

/** One line of the history: who did what where, and the words that changed. */
export function ChangeLine({ change, revertable = false }: { change: ChangeRow; revertable?: boolean }) {
  const t = useTexts();
  const cause = CAUSES[change.cause];
  const texts = change.unitId !== null && !isComment(change) && (change.target !== "" || change.old !== "");
  return (
    <li className="change">
      <p className="change-head">
        <b>{changeWords(t, change)}</b>
        <Author change={change} />
        {cause ? <span className="text-ink-3">{t(cause)}</span> : null}
        <Place change={change} />
        <span className="change-at">
          {revertable && isRevertable(change) ? (
            <a href={path(urls.change(change.id).web)} className="me-3 text-ink-2 underline underline-offset-2">
              {t("changes.revert.link")}
            </a>
          ) : null}
          <RelativeTime at={change.at} />
        </span>
      </p>
      {change.source && (texts || isComment(change)) ? (
        <p className="change-source">
          <a href={path(changeAddress(change))} className="plain-link">
            <UnitText text={change.source.slice(0, MOST_OF_SOURCE)} small />
          </a>
        </p>
      ) : null}
      {texts ? (
        <p className="change-text">
          <WordDiff before={forms(change.old)} after={forms(change.target)} lang={change.languageCode ?? undefined} />
        </p>
      ) : (
        <Detail change={change} />
      )}
    </li>
  );
}

function forms(text: string): string {
  return text.replaceAll(FORM_SEPARATOR, "\n");
}

/** Who made a change. */
export function Author({ change }: { change: ChangeRow }) {
  const t = useTexts();
  if (!change.username) return null;
  return (
    <span className="text-ink-2">
      {t.rich("changes.by", {
        user: change.userName || change.username,
        link: (chunks) => (
          <a href={path(urls.user(change.username ?? "").web)} className="person-link">
            <bdi>{chunks}</bdi>
          </a>
        ),
      })}
    </span>
  );
}

/** Where a change was made. @param whole leads to the place, not to a string of it */
export function Place({ change, whole = false }: { change: ChangeRow; whole?: boolean }) {
  const names = languageNames(useTexts());
  const name = [change.projectName, change.componentName, change.languageName && names.of(change.languageName)]
    .filter(Boolean)
    .join(" › ");
  if (!name) return null;
  if (!change.projectSlug) return <span className="text-ink-2">{name}</span>;
  return (
    <a href={path(changeAddress(whole ? { ...change, unitIdHash: null } : change))} className="quiet-link place">
      {name}
    </a>
  );
}

function Detail({ change }: { change: ChangeRow }) {
  const reason = change.details.reason ?? change.details.alert ?? change.details.error ?? change.details.language;
  const said = [
    change.old && change.target ? `${change.old} → ${change.target}` : change.target,
    typeof reason === "string" ? reason : "",
  ]
    .filter(Boolean)
    .join(" · ")
    .slice(0, 400);
  return said ? <p className="mt-0.5 break-words text-table text-ink-2">{said}</p> : null;
}
