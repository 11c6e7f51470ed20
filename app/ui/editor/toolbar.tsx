"use client";

import { ChevronDown, ChevronUp, Keyboard, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import { Menu } from "../menu";
import { MenuLink } from "../menu-link";
import { QueryInput } from "../query/query-input";
import { useEditor, useStore } from "./editor-context";
import type { View } from "./open-list";
import { WhoIsHere } from "./people";
import { SaveIndicator } from "./save-indicator";
import { StepLink } from "./step-link";
import { Views } from "./views";

/** A list of strings that can be chosen. */
export interface FilterChoice {
  label: string;
  query: string;
  count: number | undefined;
  current: boolean;
}

function Filters({ filters }: { filters: readonly FilterChoice[] }) {
  const t = useTexts();
  const store = useStore();
  const current = filters.find((filter) => filter.current);
  return (
    <Menu
      label={
        <>
          <span className="sr-only">{t("editor.list")} </span>
          {current?.label ?? t("editor.searchResults")}
          <ChevronDown aria-hidden size={16} />
        </>
      }
    >
      <div className="max-h-[65vh] overflow-y-auto">
        {filters.map((filter) => (
          <MenuLink key={`${filter.label} ${filter.query}`} href={store.addressOfQuery(filter.query)}>
            <span className={filter.current ? "font-semibold" : undefined}>{filter.label}</span>
            {filter.count === undefined ? null : (
              <span className="ms-auto text-table text-ink-3 tabular-nums">{filter.count}</span>
            )}
          </MenuLink>
        ))}
      </div>
    </Menu>
  );
}

function Position() {
  const t = useTexts();
  const place = useEditor((_, it) => it.place());
  const total = useEditor((state) => state.total);
  if (total === 0) return null;
  const look =
    "inline-flex size-8 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11";
  return (
    <span className="flex items-center gap-0.5 text-table whitespace-nowrap text-ink-2 tabular-nums">
      <StepLink by={-1} className={look}>
        <ChevronUp aria-hidden size={18} />
        <span className="sr-only">{t("editor.previousString")}</span>
      </StepLink>
      <span data-position className="px-1">
        {t("editor.position", { place: place === 0 ? total : place, total })}
      </span>
      <StepLink by={1} className={look}>
        <ChevronDown aria-hidden size={18} />
        <span className="sr-only">{t("editor.nextString")}</span>
      </StepLink>
    </span>
  );
}

/** Above the panes: where one is, which strings, whether all is saved. */
export function Toolbar({
  view,
  filters,
  searchError,
  reading,
  onHelp,
}: {
  view: View;
  filters: readonly FilterChoice[];
  searchError: string | undefined;
  /** How the search is understood. */
  reading: ReactNode;
  /** Undefined where there is nothing to press keys for. */
  onHelp: (() => void) | undefined;
}) {
  const t = useTexts();
  const store = useStore();
  const { head, path, list, query } = store;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1.5 sm:px-4">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span data-crumbs className="flex flex-wrap gap-x-1 text-table text-ink-2">
          {list.crumbs.map(({ name, href }, index) => (
            <span key={href}>
              {index > 0 ? <span aria-hidden>› </span> : null}
              <a href={href} className="text-ink-2 no-underline hover:text-primary hover:underline">
                {name}
              </a>
            </span>
          ))}
        </span>
        <h1 className="text-body font-semibold">
          <a href={list.page} className="text-ink no-underline hover:text-primary hover:underline">
            {head.language.name}
          </a>
        </h1>
      </div>
      <Filters filters={filters} />
      <Views current={view} />
      <search aria-label={t("editor.searchStrings")} className="contents">
        <form action={path} method="get" className="flex min-w-48 grow basis-56 items-center gap-1 sm:max-w-[420px]">
          {Object.entries(store.more).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label htmlFor="editor-search" className="sr-only">
            {t("editor.searchStrings")}
          </label>
          <div className="relative grow">
            <Search aria-hidden size={16} className="pointer-events-none absolute start-2.5 top-2.5 text-ink-3" />
            <QueryInput
              id="editor-search"
              name="q"
              defaultValue={query}
              placeholder={t("editor.searchPlaceholder")}
              aria-invalid={searchError ? true : undefined}
              aria-describedby={searchError ? "search-error" : undefined}
              className="h-9 w-full rounded-control border border-line-strong bg-surface ps-8 pe-2 text-table placeholder:text-ink-3 aria-invalid:border-failing"
            />
          </div>
        </form>
      </search>
      <span className="ms-auto flex items-center gap-3">
        {onHelp ? (
          <>
            <WhoIsHere />
            <Position />
            <SaveIndicator />
          </>
        ) : null}
        <button
          type="button"
          onClick={onHelp}
          hidden={!onHelp}
          className="js-only inline-flex size-9 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:hidden"
          title={t("editor.keys")}
        >
          <Keyboard aria-hidden size={18} />
          <span className="sr-only">{t("editor.keys")}</span>
        </button>
      </span>
      {searchError ? (
        <p id="search-error" role="alert" className="w-full text-table text-failing">
          {searchError}
        </p>
      ) : null}
      {reading}
    </div>
  );
}
