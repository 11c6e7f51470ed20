import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Texts, useTexts } from "#texts";
import type { AlertLine } from "@/lib/domain/diagnostics/open-alerts";
import { type Refusal, sayRefusal } from "@/lib/text/messages/refusal";
import { ALERTS, type AlertText } from "./alert-texts";
import { beginningWords, failureWords } from "./error-words";
import { IsolatedPaths } from "./isolated-paths";
import { LinkButton } from "./link-button";
import { sideOf } from "./paths";
import { RelativeTime } from "./relative-time";

/** Characters that are shown of one thing an alert tells. */
const MOST_OF_LINE = 1000;

/** Items of a list that are shown, such as files. */
const MOST_ITEMS = 10;

/** What a program printed, as far as a name of the details tells. */
const PRINTED = ["error", "output", "told"];

/**
 * Lines of evidence out of an alert's details: files with places, or what the remote said.
 * @param may whether the reader can mend it; the others are spared what the remote's programs printed
 */
export function evidence(t: Texts, details: Record<string, unknown>, may: boolean): string[] {
  const lines: string[] = [];
  const said = Array.isArray(details.said) ? (details.said as (Refusal | null)[]) : [];
  for (const [name, value] of Object.entries(details).slice(0, 8)) {
    // The error of a push says both.
    if (name === "kind" || name === "words" || name === "said") continue;
    if (typeof value === "string" && value && !may && PRINTED.includes(name)) {
      if (name === "error") lines.push(failureWords(t, value, ownWords(details)).words);
    } else if (typeof value === "string" && value)
      lines.push(
        name === "error" && ownWords(details)
          ? beginningWords(t, value, ownWords(details))
          : PRINTED.includes(name)
            ? value
            : `${name}: ${value}`,
      );
    else if (Array.isArray(value))
      lines.push(
        ...value.slice(0, MOST_ITEMS).map((item, at) => {
          const words = name === "files" ? said[at] : ownWords(item);
          return itemText(item, words ? sayRefusal(t, words) : undefined);
        }),
        value.length > MOST_ITEMS ? t("alerts.moreLines", { count: value.length - MOST_ITEMS }) : "",
      );
  }
  // Each line has its own direction: what a program printed stays English below a sentence in Arabic.
  return lines.flatMap((line) => line.slice(0, MOST_OF_LINE).split("\n")).filter(Boolean);
}

/** What something says as a message: an error, or an item of a list, such as the failure of an add-on. */
function ownWords(item: unknown): Refusal | undefined {
  const said = typeof item === "object" && item !== null ? (item as { said?: Refusal | Refusal[] }).said : undefined;
  return said && !Array.isArray(said) ? said : undefined;
}

/** @param words what the reader is told in place of the message */
function itemText(item: unknown, words?: string): string {
  if (typeof item === "string") return item;
  if (typeof item !== "object" || item === null) return String(item);
  const fields = item as Record<string, unknown>;
  const file = fields.filename ?? fields.path ?? fields.file;
  const place = typeof fields.line === "number" ? `:${fields.line}` : "";
  if (Array.isArray(fields.files) && typeof fields.language === "string")
    return `${fields.language}: ${fields.files.join(", ")}`;
  if (typeof fields.error === "string" && typeof fields.name === "string")
    return `${fields.name}: ${words ?? fields.error}`;
  const rest = words ?? fields.message ?? fields.context ?? fields.source ?? fields.language ?? "";
  return (
    `${file ?? ""}${place}${rest ? `${file ? ": " : ""}${String(rest)}` : ""}` || JSON.stringify(item).slice(0, 200)
  );
}

type Alert = Pick<AlertLine, "kind" | "details" | "neverRead">;

/** What an alert is called, and what it means: of files, how many there are, and whether there is a former content to go by. */
export function alertWords(t: Texts, { kind, details, neverRead }: Alert): { title: string; text: string } {
  const known = (ALERTS as Readonly<Record<string, AlertText>>)[kind];
  if (kind !== "ParseError")
    return { title: known ? t(known.title) : kind, text: known?.text === undefined ? "" : t(known.text) };
  // What was raised before this was written down may name none.
  const count = Math.max(1, Array.isArray(details.files) ? details.files.length : 0);
  const read = neverRead === 0 ? "text" : neverRead < count ? "someNever" : "never";
  return {
    title: t("alerts.kind.ParseError.titles", { count }),
    text: read === "someNever" ? t("alerts.kind.ParseError.someNever") : t(`alerts.kind.ParseError.${read}`, { count }),
  };
}

/** One thing that somebody should mend: cause, evidence, since when, and the step that mends it. */
export function AlertCard({
  alert,
  home,
  place,
  may,
  tick,
  people,
  again,
  children,
}: {
  alert: Pick<AlertLine, "kind" | "details" | "neverRead" | "createdAt" | "dismissed" | "snoozedUntil">;
  home: string;
  /** Where it is, on a page of several places. */
  place?: ReactNode;
  may: boolean;
  /** The box that ticks it, on a page of several. */
  tick?: { form: string; name: string; value: string; label: string };
  /** Who can mend it. */
  people?: ReactNode;
  /** The button that does once more what failed. */
  again?: ReactNode;
  /** A choice that mends it on the spot. */
  children?: ReactNode;
}) {
  const t = useTexts();
  const known = (ALERTS as Readonly<Record<string, AlertText>>)[alert.kind];
  const grave = known?.severity === "error";
  const Icon = grave ? CircleAlert : TriangleAlert;
  const { title, text } = alertWords(t, alert);
  const lines = evidence(t, alert.details, may);
  return (
    <article className="panel min-w-0 p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        {tick ? (
          <input
            type="checkbox"
            form={tick.form}
            name={tick.name}
            value={tick.value}
            aria-label={tick.label}
            className="block size-6 accent-primary"
          />
        ) : null}
        <Icon aria-hidden size={20} className={grave ? "text-failing" : "text-needs"} />
        <div className="min-w-0 grow">
          <h2 className="font-semibold">{title}</h2>
          {place ? <p className="break-words">{place}</p> : null}
          <p className="max-w-[72ch] text-ink-2">{text}</p>
        </div>
        <span className="text-table text-ink-3">
          {t.rich("alerts.since", { ago: () => <RelativeTime at={alert.createdAt} /> })}
          {alert.snoozedUntil ? `, ${t("alerts.snooze.until", { day: alert.snoozedUntil })}` : null}
          {alert.dismissed && !alert.snoozedUntil ? `, ${t("alerts.snooze.away")}` : null}
        </span>
      </div>
      {lines.length > 0 ? (
        <pre className="mt-3 max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-control bg-sunken p-3 font-mono text-meta">
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their number
            <span key={at} dir="auto" className="block">
              <IsolatedPaths line={line} />
            </span>
          ))}
        </pre>
      ) : null}
      {people}
      {children}
      {again || (may && known?.fix) ? (
        <div className="mt-3 flex flex-wrap items-start gap-3">
          {again}
          {may && known?.fix ? (
            <LinkButton href={sideOf(home, known.fix.side) + (known.fix.anchor ? `#${known.fix.anchor}` : "")}>
              {t(known.fix.label)}
            </LinkButton>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}
