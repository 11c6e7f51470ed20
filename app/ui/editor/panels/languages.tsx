"use client";

import { useTexts } from "#texts";
import { StateIcon } from "../../state-icon";
import { stateOf } from "../../states";
import { UnitText } from "../../unit-text";
import type { PanelProps } from "./panel";
import { Empty, UseHere } from "./parts";

/** The same string in other languages. */
export function Languages({ unit, context }: PanelProps) {
  const t = useTexts();
  if (context.languages.length === 0) return <Empty>{t("editor.noOtherLanguages")}</Empty>;
  return (
    <ul className="divide-y divide-line">
      {context.languages.map((language) => (
        <li key={language.code} className="py-2.5">
          <div className="mb-0.5 flex items-center gap-1.5 text-meta text-ink-3">
            <StateIcon state={stateOf(language.state)} size={12} />
            {language.name}
            {unit.sources.length === 1 ? (
              <span className="ms-auto">
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
  );
}
