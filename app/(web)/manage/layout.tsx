import type { ReactNode } from "react";
import { currentActor } from "@/app/ui/session";
import { ManageNav } from "./manage-nav";
import { managementPlaces } from "./places";

/** What all pages of the management stand in: their list at the side, for those who may open some of them. */
export default async function ManageLayout({ children }: { children: ReactNode }) {
  const groups = managementPlaces(await currentActor());
  if (groups.length === 0) return children;
  return (
    <div className="mx-auto w-full max-w-[1600px] lg:grid lg:grid-cols-[216px_minmax(0,1fr)]">
      <ManageNav groups={groups} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
