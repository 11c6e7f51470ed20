"use client";

import { ChevronDown } from "lucide-react";
import {
  createContext,
  memo,
  type ReactNode,
  useActionState,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { EditorPreferences } from "@/lib/domain/users/editor-preferences";
import { classes } from "../classes";
import { Menu } from "../menu";
import { MenuLink } from "../menu-link";
import { StateIcon } from "../state-icon";
import { STATE_NAMES, stateOf } from "../states";
import { OnlySuggesting, Saving, Suggest, TextStatus } from "./actions";
import { type BesideTexts, type LanguageBeside, useBeside, useWanted } from "./beside";
import { ClashView } from "./clash-view";
import { Announcer, type SaveForm } from "./editor";
import { EditorProvider, useEditor, useStore } from "./editor-context";
import type { EditorInput } from "./editor-state";
import { Help } from "./help";
import { Facts, Lines, Problems } from "./lines";
import { PAGES } from "./list";
import { MARKS } from "./list-pane";
import { MergeView } from "./merge-view";
import { Faces, HereNow } from "./people";
import { PreferencesProvider } from "./preferences";
import { RowList, type RowProps, rowStyle, UnloadedRow } from "./row-list";
import { SignInAgain } from "./sign-in-again";
import { EditorStore } from "./store";
import { Fields, Nothing, Undecided, UnitFields } from "./string-pane";
import { type FilterChoice, Toolbar } from "./toolbar";
import { usePreloadedChecks } from "./use-findings";
import { useKeys } from "./use-keys";

/** Height of a row that has not been drawn yet. */
const GUESS = 74;

const Parts = createContext<{ beside: BesideTexts | undefined; action: ((data: FormData) => void) | undefined }>({
  beside: undefined,
  action: undefined,
});

/** In words: what has become of a row. */
function Status({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const mark = useEditor((_, it) => it.mark(unit.id));
  const state = stateOf(unit.state);
  return (
    <span className="flex flex-wrap items-center gap-1.5 self-start text-table text-ink-2">
      {mark === "" ? (
        <>
          <StateIcon state={state} silent /> {t(STATE_NAMES[state])}
        </>
      ) : (
        <span className={classes("rounded-full px-1.5 text-meta", MARKS[mark].look)}>{t(MARKS[mark].text)}</span>
      )}
      {unit.suggested ? <StateIcon state="suggestion" /> : null}
      <Faces unit={unit.id} />
    </span>
  );
}

/** The open row: the only one that can be written in. */
function OpenRow({ unit }: { unit: EditorUnit }) {
  const store = useStore();
  const { action } = useContext(Parts);
  const conflict = useEditor((state) => state.conflict);
  const base = useEditor((state) => state.conflict?.theirs.version ?? state.base);
  const denial = store.denial(unit);
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const then = (event.nativeEvent.submitter as HTMLButtonElement | null)?.value;
    if (then === "suggest") store.suggest();
    else store.save({ stay: then === "stay", approve: then === "approve" });
  };
  return (
    <form action={action} onSubmit={submit} className="grid gap-2">
      <UnitFields unit={unit} base={base} />
      <SignInAgain />
      {conflict ? <MergeView key={`${unit.id} ${conflict.theirs.version}`} conflict={conflict} /> : null}
      {!conflict && unit.clash ? <ClashView unit={unit} clash={unit.clash} /> : null}
      <HereNow unit={unit.id} />
      <Fields unit={unit} />
      <TextStatus />
      {denial ? <OnlySuggesting denial={denial} /> : null}
      {store.typingDenial(unit) === null && denial === null ? (
        <div className="flex flex-wrap items-center gap-2">
          <Saving unit={unit} />
        </div>
      ) : null}
      {denial !== null && store.suggestingDenial(unit) === null ? (
        <div>
          <Suggest primary />
        </div>
      ) : null}
    </form>
  );
}

const Row = memo(function Row({ index, id = 0, place, top, measure }: RowProps) {
  const t = useTexts();
  const store = useStore();
  const { beside } = useContext(Parts);
  const unit = useEditor((_, it) => it.unit(id));
  const current = useEditor((state) => state.cursor === id);
  const total = useEditor((state) => state.total);
  const other = useWanted(beside, id);
  const { language, sourceLanguage } = store.head;
  const style = rowStyle(top, { minHeight: 44 });
  if (!unit)
    return <UnloadedRow id={id} index={index} place={place} measure={measure} style={{ ...style, minHeight: GUESS }} />;
  const source = store.translationOf(unit)?.source ?? sourceLanguage;
  const open = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void store.show(id, { jump: true, focus: true });
  };
  return (
    <li
      ref={measure}
      data-row={id}
      data-index={index}
      style={style}
      aria-setsize={total}
      aria-posinset={place}
      aria-current={current ? "true" : undefined}
      className={classes(
        "grid gap-x-4 gap-y-1 border-s-4 border-b border-b-line px-3 py-2",
        beside
          ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_150px]"
          : "lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_150px]",
        current ? "border-s-brand bg-surface" : "border-s-transparent",
      )}
    >
      <div className="min-w-0" id={current ? "string-source" : undefined}>
        <span className="sr-only">{t("editor.rowNumber", { place })} </span>
        <Lines texts={unit.sources} lang={source.code} dir={source.direction} />
        <Facts unit={unit} />
      </div>
      {beside ? (
        <div className="min-w-0 text-ink-2">
          <Lines texts={other ?? []} lang={beside.language.code} dir={beside.language.direction} />
        </div>
      ) : null}
      <div className="min-w-0">
        {current ? (
          <OpenRow key={id} unit={unit} />
        ) : (
          <>
            <a
              href={store.address(unit)}
              onClick={open}
              className="block min-h-8 rounded-control text-ink no-underline hover:bg-sunken"
            >
              <span className="sr-only">{t("editor.editString")} </span>
              <Lines texts={unit.targets} lang={language.code} dir={language.direction}>
                {t("editor.notTranslated")}
              </Lines>
            </a>
            <Problems unit={unit} className="mt-1" />
          </>
        )}
      </div>
      <Status unit={unit} />
    </li>
  );
});

/** A language to read beside the source. */
function ChooseBeside({
  languages,
  current,
}: {
  languages: readonly { code: string; name: string }[];
  current: string;
}) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.current());
  const shown = languages.find(({ code }) => code === current);
  return (
    <Menu
      label={
        <>
          {t("editor.beside.label", { language: shown?.name ?? t("editor.beside.none") })}
          <ChevronDown aria-hidden size={16} />
        </>
      }
    >
      <div className="max-h-80 overflow-y-auto">
        <MenuLink href={store.addressBeside("", unit)}>{t("editor.beside.none")}</MenuLink>
        {languages.map(({ code, name }) => (
          <MenuLink key={code} href={store.addressBeside(code, unit)}>
            <span className={code === current ? "font-semibold" : undefined}>{name}</span>
          </MenuLink>
        ))}
      </div>
    </Menu>
  );
}

const LEAVING = "loquat:zen-saves";

/** Whether leaving a row saves it; else what was typed is a draft. */
function SaveOnLeaving() {
  const t = useTexts();
  const store = useStore();
  const id = useId();
  const [on, setOn] = useState(false);
  useEffect(() => setOn(localStorage.getItem(LEAVING) === "yes"), []);
  useEffect(() => {
    store.savesOnLeaving = on;
  }, [store, on]);
  const turn = (wanted: boolean) => {
    setOn(wanted);
    localStorage.setItem(LEAVING, wanted ? "yes" : "no");
  };
  return (
    <label htmlFor={id} className="js-only inline-flex min-h-9 items-center gap-2 text-table">
      <input
        id={id}
        type="checkbox"
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
        className="size-4 accent-primary"
      />
      {t("editor.saveOnLeaving")}
    </label>
  );
}

interface ZenProps {
  input: Omit<EditorInput, "outcome">;
  filters: readonly FilterChoice[];
  languages: readonly { code: string; name: string }[];
  beside: LanguageBeside | undefined;
  searchError: string | undefined;
  /** How the search is understood. */
  reading: ReactNode;
  save: SaveForm;
}

/** Many strings below each other, of which one at a time can be written in. */
export function Zen({ preferences, ...props }: ZenProps & { preferences: EditorPreferences }) {
  return (
    <PreferencesProvider initial={preferences} account={props.input.head.viewer?.id ?? 0}>
      <Workplace {...props} />
    </PreferencesProvider>
  );
}

function Workplace({ input, filters, languages, beside, searchError, reading, save }: ZenProps) {
  const t = useTexts();
  const [outcome, action] = useActionState(save, null);
  const [store] = useState(() => new EditorStore({ ...input, outcome: outcome ?? undefined }, t));
  const help = useRef<HTMLDialogElement>(null);
  useEffect(() => store.start(), [store]);
  useKeys(store, help);
  usePreloadedChecks();
  return (
    <EditorProvider store={store}>
      <Toolbar
        view="zen"
        filters={filters}
        searchError={searchError}
        reading={reading}
        onHelp={() => help.current?.showModal()}
      />
      <div className="flex flex-wrap items-center gap-x-4 border-b border-line bg-surface px-3 sm:px-4">
        <ChooseBeside languages={languages} current={beside?.code ?? ""} />
        <SaveOnLeaving />
      </div>
      <Rows action={action} beside={beside} searchError={searchError} />
      <Help dialog={help} />
      <Announcer />
    </EditorProvider>
  );
}

function Rows({
  action,
  beside,
  searchError,
}: {
  action: (data: FormData) => void;
  beside: LanguageBeside | undefined;
  searchError: string | undefined;
}) {
  const total = useEditor((state) => state.total);
  const ended = useEditor((state) => state.cursor === undefined);
  const texts = useBeside(beside);
  // `texts` stays the same while more of them come.
  const parts = { beside: texts, action };
  return (
    <Parts value={parts}>
      {ended ? (
        <div className="flex flex-col gap-3 p-5">
          <Undecided />
          <Nothing searchError={searchError} />
        </div>
      ) : null}
      {total > 0 ? <RowList row={Row} size={GUESS} page={PAGES.rows} follow="always" /> : null}
    </Parts>
  );
}
