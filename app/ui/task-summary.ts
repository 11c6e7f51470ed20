/** A task as a page shows it. */
export interface TaskSummary {
  id: string;
  /** Where its state is asked for. */
  stateAddress: string;
  kind: string;
  state: "pending" | "running" | "done" | "failed" | "cancelled";
  completed: boolean;
  progress: number;
  /** The stage while running, what came out of it at the end, or why it failed. */
  text: string;
  failed: boolean;
  log: string;
}
