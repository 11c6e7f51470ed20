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

type Load<Props extends object> = () => Promise<ComponentType<Props>>;

const orNotLoaded = <Props extends object>(load: Load<Props>) => load().catch(() => NotLoaded);

/**
 * A part of the page whose script is loaded when the part is shown. The server writes it out, so the page is whole without
 * script; in the browser, what shows it has to be a transition, or all else would wait for the script.
 */
export function later<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return dynamic<Props>(() => orNotLoaded(load));
}

/** A part that is only ever shown by something that somebody does in the browser. */
export function laterHere<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return dynamic<Props>(() => orNotLoaded(load), { loading: () => null });
}
