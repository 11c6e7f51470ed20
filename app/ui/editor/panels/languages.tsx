"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { StateIcon } from "../../state-icon";
import { stateOf } from "../../states";
import { UnitText } from "../../unit-text";
import type { PanelProps } from "./panel";
import { Empty, UseHere } from "./parts";

/** More languages than these are searched by name rather than by eye. */
const MANY = 8;

/** The same string in other languages: those that the reader wants beside the source always, the rest as they are searched. */
export function Languages({ unit, context }: PanelProps) {
  const t = useTexts();
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
        {shown.map((language) => (
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
    </>
  );
}
