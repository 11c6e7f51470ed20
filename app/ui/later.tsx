import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import { useTexts } from "#texts";

/** In place of a part of the page that could not be loaded, as without a connection. */
function NotLoaded() {
  const t = useTexts();
  return (
    <p role="alert" className="py-2 text-table text-failing">
      {t("error.notLoaded")}
    </p>
  );
}

/** A part of the page whose script is loaded when the part is shown: most readers never see it. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return dynamic<Props>(() => load().catch(() => NotLoaded));
}
