import { CircleAlert, CircleCheck, Clock } from "lucide-react";
import { type Texts, useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { actionWords } from "@/app/ui/change-words";
import { CodeBlock } from "@/app/ui/code-block";
import { sentenceWords } from "@/app/ui/error-words";
import { RelativeTime } from "@/app/ui/relative-time";
import { Submit } from "@/app/ui/submit";
import type { DeliveryRow, Try } from "@/lib/domain/addons/deliveries";
import { replay } from "../actions";

const ICONS = {
  delivered: { icon: CircleCheck, colour: "text-approved" },
  waiting: { icon: Clock, colour: "text-needs" },
  failed: { icon: CircleAlert, colour: "text-failing" },
} as const;

/** What an attempt ended with, in a few words. */
const endOf = (t: Texts, one: Try): string =>
  one.status === undefined
    ? t("addons.deliveries.noAnswer", { ms: one.ms })
    : t("addons.deliveries.answered", { status: String(one.status), ms: one.ms });

/** One message: how sending it went, and when it is opened what was sent and answered. */
export function DeliveryItem({ addonId, row }: { addonId: number; row: DeliveryRow }) {
  const t = useTexts();
  const { icon: Icon, colour } = ICONS[row.state];
  const last = row.tries.at(-1);
  const event = row.action === null ? t("addons.deliveries.test") : actionWords(t, row.action);
  return (
    <li>
      <details className="panel">
        <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2">
          <Icon aria-label={t(`addons.deliveries.state.${row.state}`)} size={18} className={`shrink-0 ${colour}`} />
          <span className="min-w-0 grow font-medium">{event}</span>
          <span className="text-table text-ink-2 tabular-nums">
            {last ? endOf(t, last) : null}
            {row.attempts > 1 ? `, ${t("addons.deliveries.attempts", { count: row.attempts })}` : null}
          </span>
          <span className="text-table text-ink-2">
            <RelativeTime at={row.createdAt} />
          </span>
        </summary>
        <div className="grid gap-4 border-t border-line p-4">
          <p className="text-table text-ink-2">
            {t(`addons.deliveries.state.${row.state}`)}
            {row.nextAt ? (
              <>
                {". "}
                {t.rich("addons.deliveries.next", { at: () => <RelativeTime at={row.nextAt ?? row.createdAt} /> })}
              </>
            ) : null}
          </p>
          <div>
            <h3 className="mb-1 font-semibold">{t("addons.deliveries.message")}</h3>
            <CodeBlock text={row.body} />
            {row.cut ? <p className="mt-1 text-table text-ink-2">{t("addons.deliveries.cut")}</p> : null}
          </div>
          {row.tries.length > 0 ? (
            <div>
              <h3 className="mb-1 font-semibold">{t("addons.deliveries.log")}</h3>
              <ol className="grid gap-3">
                {row.tries.toReversed().map((one) => (
                  <li key={one.at} className="border-line border-s-2 ps-3">
                    <OneTry one={one} />
                  </li>
                ))}
              </ol>
            </div>
          ) : null}
          <ActionForm
            action={replay.bind(null, addonId, row.id)}
            label={t("addons.deliveries.replayOf", { id: row.messageId })}
          >
            <Submit kind="secondary" small>
              {t("addons.deliveries.replay")}
            </Submit>
          </ActionForm>
        </div>
      </details>
    </li>
  );
}

function OneTry({ one }: { one: Try }) {
  const t = useTexts();
  return (
    <>
      <p className="text-table">
        <RelativeTime at={new Date(one.at)} />
        {", "}
        <span className="tabular-nums">{endOf(t, one)}</span>
        {one.by ? `, ${t("addons.deliveries.by", { user: one.by })}` : null}
      </p>
      {one.error ? (
        <p className="break-words text-table text-failing">
          {sentenceWords(t, { message: one.error, said: one.said })}
        </p>
      ) : null}
      <pre
        dir="ltr"
        className="mt-1 max-h-40 overflow-auto whitespace-pre-wrap break-all font-mono text-meta text-ink-2"
      >
        {Object.entries(one.headers).map(([name, value]) => `${name}: ${value}\n`)}
        {one.answer ? `\n${one.answer}` : ""}
      </pre>
    </>
  );
}
