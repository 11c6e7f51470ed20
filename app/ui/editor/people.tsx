"use client";

import { laterHere } from "../later";
import { useEditor, useStore } from "./editor-context";

/** Who else is in the translation. Most people are alone in it: what shows others is loaded when they come. */

const FacesOf = laterHere(async () => (await import("./people-shown")).FacesOf);
const LinesOf = laterHere(async () => (await import("./people-shown")).LinesOf);
const MenuOf = laterHere(async () => (await import("./people-shown")).MenuOf);

/** Badges of those who have a string open. */
export function Faces({ unit }: { unit: number }) {
  const tabs = useEditor((_, it) => it.peopleAt(unit));
  return tabs.length > 0 ? <FacesOf tabs={tabs} /> : null;
}

/** Says above the fields who else has the string open. */
export function HereNow({ unit }: { unit: number }) {
  const tabs = useEditor((_, it) => it.peopleAt(unit));
  return (
    <div role="status" className="contents">
      {tabs.length > 0 ? <LinesOf tabs={tabs} /> : null}
    </div>
  );
}

/** How many others have the translation open, and who. */
export function WhoIsHere() {
  const { viewer } = useStore().head;
  const people = useEditor((_, it) => it.people);
  const others = people.filter(({ userId }) => userId !== viewer?.id);
  return others.length > 0 ? <MenuOf tabs={others} /> : null;
}
