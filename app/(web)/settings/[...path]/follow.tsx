import type { ReactNode } from "react";
import { FollowTick } from "@/app/ui/shared-settings/follow-tick";
import { defaultsPageOf } from "@/app/ui/shared-settings/place-text";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import type { SharedSetting } from "@/lib/domain/components/shared-settings";
import type { inheritanceOf } from "@/lib/domain/creation/inheritance";

/** What stands under a setting that follows, or could: nothing under others. */
export type Follow = (name: SharedSetting) => ReactNode;

/** Makes it for a component. */
export const followTicks =
  (actor: Actor, component: ComponentRow, all: Awaited<ReturnType<typeof inheritanceOf>>): Follow =>
  (name) => {
    const inheritance = all[name];
    if (!inheritance) return null;
    const href = defaultsPageOf(actor, component.project, inheritance.from);
    return <FollowTick name={name} inheritance={inheritance} href={href} />;
  };
