import { type FileWarning, positionAt } from "./format";

/** More than these would tell a person nothing new, and finding their places would cost time. */
const MOST = 100;

/** Collects warnings with their places, at most a hundred and a line that says so. */
export class Warnings {
  readonly list: FileWarning[] = [];

  constructor(private readonly text: string) {}

  /** Records a sentence about the place at `offset`. @param twice the string that stands twice, where that is said */
  add(message: string, offset: number, twice?: string): void {
    if (this.list.length > MOST) return;
    const last = this.list.length === MOST;
    this.list.push({
      message: last ? "There are more warnings like these." : message,
      ...positionAt(this.text, offset),
      ...(twice !== undefined && !last && { twice }),
    });
  }
}
