"use client";

import { useTexts } from "#texts";
import type { NearbyString } from "@/lib/domain/editor/nearby";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { StateIcon } from "../../state-icon";
import { stateOf } from "../../states";
import { UnitText } from "../../unit-text";
import { useStore } from "../editor-context";
import { useLink } from "../use-link";
import type { PanelProps } from "./panel";
import { Empty, UseHere } from "./parts";

function Targets({ texts }: { texts: readonly string[] }) {
  const { language } = useStore().head;
  return texts
    .filter((text) => text !== "")
    .map((text, form) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
      <div key={form} dir={language.direction}>
        <UnitText text={text} lang={language.code} dir={language.direction} small />
      </div>
    ));
}

function Near({ string }: { string: NearbyString }) {
  const store = useStore();
  const { sourceLanguage, isSource } = store.head;
  return (
    <li className="py-2">
      <a
        href={`${store.address(string)}&tab=nearby`}
        className="flex items-baseline gap-1.5 text-ink no-underline hover:underline"
      >
        <StateIcon state={stateOf(string.state)} size={12} />
        <UnitText text={string.sources[0] ?? ""} lang={sourceLanguage.code} dir={sourceLanguage.direction} small />
      </a>
      {isSource ? null : (
        <div className="ps-[18px] text-ink-2">
          <Targets texts={string.targets} />
        </div>
      )}
    </li>
  );
}

/** Whether the string shares texts with those below, and the button that changes it. */
function Link({ unit, linked }: { unit: EditorUnit; linked: boolean | null }) {
  const t = useTexts();
  const store = useStore();
  const { ask, problem } = useLink();
  if (linked === null) return null;
  return (
    <div className="py-2 text-table text-ink-2">
      <p>{t(linked ? "editor.nearby.together" : "editor.nearby.own")}</p>
      {store.denial(unit) ? null : (
        <button
          type="button"
          onClick={() => void ask(unit.id, linked ? "unlink" : "link")}
          className="js-only mt-1 min-h-8 rounded-control border border-line-strong bg-surface px-2.5 text-meta font-medium hover:bg-sunken pointer-coarse:min-h-11"
        >
          {t(linked ? "editor.nearby.unlink" : "editor.nearby.link")}
        </button>
      )}
      {problem ? (
        <p role="alert" className="text-failing">
          {problem}
        </p>
      ) : null}
    </div>
  );
}

function Elsewhere({ unit, context }: { unit: EditorUnit; context: PanelProps["context"] }) {
  const t = useTexts();
  return (
    <section aria-labelledby="same-elsewhere" className="pt-3">
      <h3 id="same-elsewhere" className="text-table font-semibold">
        {t("editor.nearby.elsewhere")}
      </h3>
      <Link unit={unit} linked={context.linked} />
      <ul className="divide-y divide-line">
        {context.same.map((one) => (
          <li key={one.id} className="py-2">
            <Targets texts={one.targets} />
            <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-meta text-ink-3">
              <span className="inline-flex min-w-0 items-center gap-1.5">
                <StateIcon state={stateOf(one.state)} size={12} />
                <a href={one.url} className="link break-words">
                  {one.project} / {one.component}
                </a>
                {one.linked === false ? <span>{t("editor.nearby.apart")}</span> : null}
              </span>
              {one.targets.length === unit.targets.length ? <UseHere unit={unit} texts={one.targets} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Variants of this string, strings around it in its file, and the same string in other components. */
export function Nearby({ unit, context }: PanelProps) {
  const t = useTexts();
  const { before, after } = context.near;
  const { variants } = context;
  const list = (label: string, strings: readonly NearbyString[]) =>
    strings.length === 0 ? null : (
      <ul aria-label={label} className="divide-y divide-line">
        {strings.map((string) => (
          <Near key={string.id} string={string} />
        ))}
      </ul>
    );
  return (
    <>
      {variants.length > 0 ? (
        <div className="pb-3">
          <h3 className="text-table font-semibold">{t("editor.nearby.variants")}</h3>
          {list(t("editor.nearby.variants"), variants)}
        </div>
      ) : null}
      {before.length + after.length === 0 ? (
        <Empty>{t("editor.nearby.none")}</Empty>
      ) : (
        <>
          {list(t("editor.nearby.before"), before)}
          <p className="border-y border-line bg-sunken px-2 py-2 text-table font-semibold">{t("editor.nearby.here")}</p>
          {list(t("editor.nearby.after"), after)}
        </>
      )}
      {context.same.length > 0 ? <Elsewhere unit={unit} context={context} /> : null}
    </>
  );
}
