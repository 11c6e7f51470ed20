/** Tasks of whoever is signed in, as the head of each page tells them. */
export interface TrayState {
  running: number;
  /** Of those that run, together, in percent. */
  progress: number;
  failed: boolean;
  /** What the button says. */
  label: string;
}

/** One of them in the panel, in words of its reader. */
export interface TrayTask {
  id: string;
  title: string;
  /** Its page, with the log. */
  address: string;
  logLabel: string;
  place: { name: string; address: string } | null;
  completed: boolean;
  failed: boolean;
  progress: number;
  text: string;
}

export interface TrayAnswer extends TrayState {
  tasks: TrayTask[];
  words: { heading: string; all: string; log: string; none: string };
}
