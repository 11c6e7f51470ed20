import type { QueueFunction } from "@/lib/platform/queue";
import { closeTask } from "./close-task";
import { sweep } from "./sweep";

/** Every background function of Loquat: one line and one file each. */
export const functions: readonly QueueFunction[] = [sweep, closeTask];
