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
      className="max-sm:static max-sm:min-w-0 max-sm:grow max-sm:basis-20"
      label={
        <>
          <span className="sr-only">{t("editor.list")} </span>
          <span className="truncate">{current?.label ?? t("editor.searchResults")}</span>
          <ChevronDown aria-hidden size={16} className="shrink-0" />
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
    <span className="flex items-center gap-0.5 text-table whitespace-nowrap text-ink-2 tabular-nums max-sm:ms-auto max-sm:gap-0">
      <StepLink by={-1} className={look}>
        <ChevronUp aria-hidden size={18} />
        <span className="sr-only">{t("editor.previousString")}</span>
      </StepLink>
      <span data-position className="sm:px-1">
        {t("editor.position", { place: place === 0 ? total : place, total })}
      </span>
      <StepLink by={1} className={look}>
        <ChevronDown aria-hidden size={18} />
        <span className="sr-only">{t("editor.nextString")}</span>
      </StepLink>
    </span>
  );
}

/**
 * Above the panes: where one is, which strings, whether all is saved. On a phone that is two rows: the names are cut where they
 * are long, menus open over the whole width, and the search is its icon until somebody is in it.
 */
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
    <div
      data-toolbar
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-3 py-1.5 max-sm:relative max-sm:gap-x-0 max-sm:gap-y-0 max-sm:py-0.5 sm:px-4"
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-sm:-order-3 max-sm:grow max-sm:basis-32 max-sm:flex-nowrap">
        <span
          data-crumbs
          className="flex flex-wrap gap-x-1 text-table text-ink-2 max-sm:min-w-0 max-sm:shrink-[4] max-sm:flex-nowrap"
        >
          {list.crumbs.map(({ name, href }, index) => (
            <span key={href} className="max-sm:flex max-sm:min-w-6 max-sm:gap-x-1 max-sm:leading-11">
              {index > 0 ? <span aria-hidden>› </span> : null}
              <a
                href={href}
                title={name}
                className="text-ink-2 no-underline hover:text-primary hover:underline max-sm:truncate"
              >
                {name}
              </a>
            </span>
          ))}
        </span>
        <h1 className="text-body font-semibold max-sm:min-w-0">
          <a
            href={list.page}
            title={head.language.name}
            className="text-ink no-underline hover:text-primary hover:underline max-sm:block max-sm:truncate max-sm:leading-11"
          >
            {head.language.name}
          </a>
        </h1>
      </div>
      <span aria-hidden className="-order-1 basis-full sm:hidden" />
      <Filters filters={filters} />
      <Views current={view} />
      <search aria-label={t("editor.searchStrings")} className="max-sm:size-11 sm:contents">
        <form
          action={path}
          method="get"
          className="flex items-center gap-1 max-sm:focus-within:absolute max-sm:focus-within:inset-x-3 max-sm:focus-within:z-20 sm:min-w-48 sm:max-w-[420px] sm:grow sm:basis-56"
        >
          {Object.entries(store.more).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label htmlFor="editor-search" className="sr-only">
            {t("editor.searchStrings")}
          </label>
          <div className="relative grow">
            <Search
              aria-hidden
              size={16}
              className="pointer-events-none absolute start-2.5 top-2.5 text-ink-3 max-sm:start-3.5 max-sm:top-3.5"
            />
            <QueryInput
              id="editor-search"
              name="q"
              defaultValue={query}
              placeholder={t("editor.searchPlaceholder")}
              aria-invalid={searchError ? true : undefined}
              aria-describedby={searchError ? "search-error" : undefined}
              className="h-9 w-full rounded-control border border-line-strong bg-surface ps-8 pe-2 text-table placeholder:text-ink-3 aria-invalid:border-failing max-sm:h-11 max-sm:ps-10 max-sm:not-focus:border-transparent max-sm:not-focus:pe-0 max-sm:not-focus:text-transparent max-sm:not-focus:not-placeholder-shown:border-primary max-sm:not-focus:aria-invalid:border-failing max-sm:not-focus:placeholder:text-transparent"
            />
          </div>
        </form>
      </search>
      <span className="ms-auto flex items-center gap-3 max-sm:contents">
        {onHelp ? (
          <>
            <span className="contents max-sm:-order-2 max-sm:block">
              <WhoIsHere />
            </span>
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
