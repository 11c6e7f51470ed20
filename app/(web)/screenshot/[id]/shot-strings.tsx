import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { LinkButton } from "@/app/ui/link-button";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import { UnitText } from "@/app/ui/unit-text";
import type { StringOnShot } from "@/lib/domain/screenshots/gallery";
import type { ScreenshotRow } from "@/lib/domain/screenshots/screenshots";
import { checksumOf } from "@/lib/text/hash";
import { urls } from "@/lib/urls";
import { takeOff } from "./actions";

/** The strings of a screenshot, numbered like the marks on it. */
export function ShotStrings({
  row,
  strings,
  edits,
  here,
  marking,
}: {
  row: ScreenshotRow;
  strings: readonly (StringOnShot & { number: number })[];
  edits: boolean;
  /** Path of the page. */
  here: string;
  /** The source string whose place is being drawn. */
  marking: number | undefined;
}) {
  const t = useTexts();
  return (
    <Section title={t("shots.onIt")}>
      {strings.length === 0 ? (
        <p className="panel px-4 py-3 text-ink-2">{t("shots.onItNone")}</p>
      ) : (
        <ol className="panel divide-y divide-line">
          {strings.map((string) => {
            const text = string.source || string.context;
            const short = text.slice(0, 60);
            return (
              <li
                key={string.id}
                aria-current={string.id === marking ? "true" : undefined}
                className="flex flex-wrap items-start gap-x-3 gap-y-1 px-4 py-2.5 aria-[current]:bg-sunken"
              >
                <span className="min-w-6 text-table text-ink-3 tabular-nums">{string.number}</span>
                <div className="min-w-0 grow basis-40">
                  {string.there ? (
                    <a
                      href={path(urls.unitPage(row, checksumOf(BigInt(string.idHash))))}
                      className="name-link break-words"
                    >
                      <UnitText text={text} small />
                    </a>
                  ) : (
                    <UnitText text={text} small />
                  )}
                  <p className="text-meta break-words text-ink-3">
                    {[
                      string.source ? string.context : "",
                      string.there ? "" : t("shots.onItHidden"),
                      string.region ? "" : t("shots.unmarked"),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </p>
                </div>
                {edits ? (
                  <div className="flex flex-wrap gap-1.5">
                    {string.there ? (
                      <span className="js-only">
                        <LinkButton
                          small
                          href={`${here}?mark=${string.id}#picture`}
                          label={t("shots.markOf", { text: short })}
                        >
                          {t(string.region ? "shots.markAnew" : "shots.mark")}
                        </LinkButton>
                      </span>
                    ) : null}
                    <ActionForm
                      action={takeOff.bind(null, row.id, string.id)}
                      label={t("shots.detachOf", { text: short })}
                    >
                      <Submit kind="quiet" small aria-label={t("shots.detachOf", { text: short })}>
                        {t("shots.takeOff")}
                      </Submit>
                    </ActionForm>
                  </div>
                ) : null}
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}
