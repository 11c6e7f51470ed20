import { type TextKey, type Texts, useLanguage, useTexts } from "#texts";
import { changeAddress, isComment } from "@/lib/domain/changes/address";
import { becauseWords, errorSaid } from "@/lib/domain/changes/because";
import type { ChangeRow } from "@/lib/domain/changes/list";
import { FORM_SEPARATOR } from "@/lib/domain/changes/record";
import { isRevertable } from "@/lib/domain/units/revert";
import { urls } from "@/lib/urls";
import { ALERTS, type AlertText } from "./alert-texts";
import { By, type ByWords, ChangeHead, PlaceLink, type PlaceWords } from "./change-head";
import { changeWords } from "./change-words";
import { failureWords } from "./error-words";
import { languageNames } from "./language-names";
import { path } from "./paths";
import { drawnTime } from "./relative-time";
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
  const language = useLanguage();
  const cause = CAUSES[change.cause];
  const texts = change.unitId !== null && !isComment(change) && (change.target !== "" || change.old !== "");
  return (
    <li className="change">
      <ChangeHead
        what={changeWords(t, change)}
        by={byWords(t, change)}
        cause={cause && t(cause)}
        place={placeWords(t, change)}
        {...(revertable && isRevertable(change)
          ? { revert: { href: path(urls.change(change.id).web), text: t("changes.revert.link") } }
          : {})}
        time={drawnTime(t, language, change.at)}
      />
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

/** Stands around the name of a person in a message. */
const NAME = "\u0000";

function byWords(t: Texts, change: ChangeRow): ByWords | undefined {
  const user = change.userName || change.username;
  if (!user) return undefined;
  const said = t.markup("changes.by", {
    user,
    link: (chunks) => NAME + chunks + NAME,
  });
  const [before = "", name = "", after = ""] = said.split(NAME);
  return { before, name, after, href: change.username ? path(urls.user(change.username).web) : undefined };
}

/** Where a change was made. @param whole leads to the place, not to a string of it */
function placeWords(t: Texts, change: ChangeRow, whole = false): PlaceWords | undefined {
  const names = languageNames(t);
  const name = [change.projectName, change.componentName, change.languageName && names.of(change.languageName)]
    .filter(Boolean)
    .join(" › ");
  if (!name) return undefined;
  if (!change.projectSlug) return { name };
  return { name, href: path(changeAddress(whole ? { ...change, unitIdHash: null } : change)) };
}

/** Who made a change. */
export function Author({ change }: { change: ChangeRow }) {
  const by = byWords(useTexts(), change);
  return by ? <By by={by} /> : null;
}

/** Where a change was made. @param whole leads to the place, not to a string of it */
export function Place({ change, whole = false }: { change: ChangeRow; whole?: boolean }) {
  const place = placeWords(useTexts(), change, whole);
  return place ? <PlaceLink place={place} /> : null;
}

function Detail({ change }: { change: ChangeRow }) {
  const t = useTexts();
  const { alert } = change.details;
  const titled = typeof alert === "string" ? (ALERTS as Readonly<Record<string, AlertText>>)[alert] : undefined;
  const told = titled ? t(titled.title) : alert;
  const { details } = change;
  // What a remote's program printed is for those who can mend it: the alert has it.
  const error =
    typeof details.error === "string" ? failureWords(t, details.error, errorSaid(details)).words : details.error;
  const reason = becauseWords(t, details) ?? told ?? error ?? details.language;
  // A failure has its error as its text as well.
  const target = change.target === details.error ? "" : change.target;
  const said = [change.old && target ? `${change.old} → ${target}` : target, typeof reason === "string" ? reason : ""]
    .filter(Boolean)
    .join(" · ")
    .slice(0, 400);
  if (!said) return null;
  return (
    <div translate={change.old && target ? "no" : undefined} className="mt-0.5 break-words text-table text-ink-2">
      {/* What a program printed below a sentence has its own direction. */}
      {said.split("\n").map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their number
        <p key={at} dir={at === 0 ? undefined : "auto"} className="text-start">
          {line}
        </p>
      ))}
    </div>
  );
}
