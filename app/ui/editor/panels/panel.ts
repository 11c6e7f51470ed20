import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { TextKey } from "#texts";
import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorHead } from "@/lib/domain/editor/head";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import type { MachineView } from "../use-machine";
import type { ContextTab } from "./tabs";

/** What is known of the open string; what stands beside it is loaded. */
export interface Given {
  unit: EditorUnit;
  context: EditorContext | undefined;
  /** What the services answer meanwhile. */
  machine: MachineView;
  /** The panel that the address names. */
  asked: ContextTab | undefined;
}

/** What a panel shows. */
export interface PanelProps extends Given {
  context: EditorContext;
}

/** One panel beside the string. */
export interface Panel {
  label: TextKey;
  icon: LucideIcon;
  /** How many things it holds; 0 is not shown. */
  count: (given: Given) => number | undefined;
  /** `early` is shown before the context has come, `late` with it. */
  body: { early: ComponentType<Given> } | { late: ComponentType<PanelProps> };
  /** Whether this viewer has it at all; everybody when left out. */
  offered?: (head: EditorHead) => boolean;
}
