"use client";

import { startTransition, useEffect, useState } from "react";
import { useTexts } from "#texts";
import { StateIcon } from "../../state-icon";
import { stateOf } from "../../states";
import { UnitText } from "../../unit-text";
import { useStore } from "../editor-context";
import type { PanelProps } from "./panel";
import { Empty, UseHere } from "./parts";

/** More languages than these are searched by name rather than by eye. */
const MANY = 8;
/** As many as a tall screen shows: a page brings these, unless its address asks for the panel. */
const FIRST = 20;

/** Whether all of a long list is drawn: what a screen does not show is not in the page, but drawn once the page is alive. */
function useWhole(asked: boolean): boolean {
  const [whole, setWhole] = useState(asked);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return whole;
}

/** The same string in other languages: those that the reader wants beside the source always, the rest as they are searched. */
export function Languages({ unit, context, asked }: PanelProps) {
  const t = useTexts();
  const store = useStore();
  const whole = useWhole(asked === "languages");
  const [wanted, setWanted] = useState("");
  const words = wanted.trim().toLocaleLowerCase();
  const shown = context.languages.filter(
    ({ name, stored = "", code, beside }) => beside || `${name} ${stored} ${code}`.toLocaleLowerCase().includes(words),
  );
  if (context.languages.length === 0) return <Empty>{t("editor.noOtherLanguages")}</Empty>;
  return (
    <>
      {context.languages.length > MANY ? (
        <input
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          aria-label={t("editor.filterLanguages")}
          placeholder={t("editor.filterLanguages")}
          autoComplete="off"
          className="control js-only mt-2 w-full"
        />
      ) : null}
      {shown.length === 0 ? <Empty>{t("editor.noLanguageMatches")}</Empty> : null}
      <ul className="divide-y divide-line">
        {(whole ? shown : shown.slice(0, FIRST)).map((language) => (
          <li key={language.code} className="other-language">
            <div>
              <StateIcon state={stateOf(language.state)} size={12} />
              {language.name}
              {unit.sources.length === 1 ? (
                <span>
                  <UseHere unit={unit} texts={language.targets.slice(0, 1)} label={t("editor.startFromThis")} />
                </span>
              ) : null}
            </div>
            {language.targets.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
              <div key={index} dir={language.direction}>
                <UnitText text={text} lang={language.code} dir={language.direction} small />
              </div>
            ))}
          </li>
        ))}
      </ul>
      {!whole && shown.length > FIRST ? (
        <a className="no-js-only link py-2 text-table" href={`${store.address(unit)}&tab=languages`}>
          {t("editor.allLanguages", { count: shown.length })}
        </a>
      ) : null}
    </>
  );
}
