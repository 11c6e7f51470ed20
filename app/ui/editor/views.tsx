"use client";

import { ChevronDown, Rows3 } from "lucide-react";
import { useTexts } from "#texts";
import { Menu } from "../menu";
import { MenuLink } from "../menu-link";
import { useEditor, useStore } from "./editor-context";
import type { View } from "./open-list";

/** Other ways to show the same list, each opened at the string that is open here. */
export function Views({ current }: { current: View }) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.current());
  const reviewable = store.head.reviewed;
  const views: View[] = reviewable ? ["translate", "zen", "review", "browse"] : ["translate", "zen", "browse"];
  return (
    <Menu
      className="max-sm:static max-sm:[&>summary]:w-11 max-sm:[&>summary]:justify-center"
      label={
        <>
          <Rows3 aria-hidden size={16} />
          <span className="sr-only">{t("editor.view.label")} </span>
          <span className="max-sm:sr-only">{t(`editor.view.${current}`)}</span>
          <ChevronDown aria-hidden size={16} className="max-sm:hidden" />
        </>
      }
    >
      {views.map((view) => (
        <MenuLink key={view} href={store.addressOn(view, unit)}>
          <span className={view === current ? "font-semibold" : undefined}>{t(`editor.view.${view}`)}</span>
        </MenuLink>
      ))}
    </Menu>
  );
}
