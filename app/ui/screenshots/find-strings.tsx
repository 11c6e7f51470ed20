"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import type { FoundString } from "@/lib/domain/editor/find-strings";
import { Button } from "../button";
import { sendTexts } from "../editor/about-requests";
import { linesOf, type ReadText, readPicture } from "./read-picture";

type Stage =
  | { kind: "reading"; share: number }
  | { kind: "failed"; problem: string }
  | { kind: "found"; texts: ReadText[]; found: FoundString[]; chosen: ReadonlySet<number> };

/** Reads the texts of a screenshot and offers the strings that they are, to be put on it with their places. */
export function FindStrings({
  shot,
  unit,
  busy,
  sourceCode,
  onFound,
  onPlace,
}: {
  shot: { id: number; url: string };
  /** Any string of the component. */
  unit: number;
  busy: boolean;
  /** Code of the language that the sources are in. */
  sourceCode: string;
  /** Says how many were found, for those who cannot see it. */
  onFound?: (said: string) => void;
  onPlace: (strings: { unit: number; region: ReadText["region"] }[]) => Promise<boolean>;
}) {
  const t = useTexts();
  const [stage, setStage] = useState<Stage>();
  const read = async () => {
    setStage({ kind: "reading", share: 0 });
    try {
      const texts = await readPicture(shot.url, (share) => setStage({ kind: "reading", share }));
      const answer =
        texts.length === 0
          ? { found: [] }
          : await sendTexts(
              unit,
              texts.map(({ text }) => text.slice(0, 500)),
              { shot: shot.id, text: linesOf(texts).slice(0, 5000) },
            );
      if ("problem" in answer) setStage({ kind: "failed", problem: answer.problem ?? t("shots.notReached") });
      else {
        onFound?.(t("shots.foundStrings", { count: answer.found.length }));
        setStage({ kind: "found", texts, found: answer.found, chosen: new Set(answer.found.map((one) => one.unitId)) });
      }
    } catch {
      setStage({ kind: "failed", problem: t("shots.unreadable") });
    }
  };
  if (!stage || stage.kind === "failed")
    return (
      <>
        <Button type="button" small disabled={busy} onClick={() => void read()}>
          {t("shots.find")}
        </Button>
        {stage ? (
          <p role="alert" className="basis-full text-table font-medium text-failing">
            {stage.problem}
          </p>
        ) : null}
      </>
    );
  if (stage.kind === "reading")
    return (
      <p role="status" className="basis-full text-table text-ink-2">
        {t("shots.reading", { share: String(Math.round(100 * stage.share)) })}
      </p>
    );
  const { found, texts, chosen } = stage;
  const place = async () => {
    const strings = found.flatMap(({ unitId, place }) => {
      const region = texts[place]?.region;
      return region && chosen.has(unitId) ? [{ unit: unitId, region }] : [];
    });
    if (await onPlace(strings.slice(0, 200))) setStage(undefined);
  };
  return (
    <fieldset className="grid basis-full gap-1 rounded-control border border-line px-3 py-2">
      <legend className="px-1 text-table font-medium">{t("shots.foundStrings", { count: found.length })}</legend>
      {found.map(({ unitId, source }) => (
        <label key={unitId} className="flex min-h-8 items-start gap-2 py-1 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={chosen.has(unitId)}
            onChange={(event) => {
              const next = new Set(chosen);
              if (event.currentTarget.checked) next.add(unitId);
              else next.delete(unitId);
              setStage({ ...stage, chosen: next });
            }}
            className="mt-0.5 size-4 shrink-0 accent-primary"
          />
          <bdi data-string lang={sourceCode.replaceAll("_", "-")} className="line-clamp-2 font-string">
            {source}
          </bdi>
        </label>
      ))}
      <div className="flex flex-wrap gap-2 pt-1">
        {found.length > 0 ? (
          <Button type="button" small kind="primary" disabled={busy || chosen.size === 0} onClick={() => void place()}>
            {t("shots.place")}
          </Button>
        ) : null}
        <Button type="button" small onClick={() => setStage(undefined)}>
          {t("shots.close")}
        </Button>
      </div>
    </fieldset>
  );
}
