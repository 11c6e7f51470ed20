/** A map of bounded weight that forgets what was used longest ago. */
export class RecentlyUsed<T> {
  private readonly held = new Map<string, { value: T; weight: number }>();
  private weight = 0;

  constructor(private readonly most: number) {}

  get(key: string): T | undefined {
    const found = this.held.get(key);
    if (!found) return undefined;
    this.held.delete(key);
    this.held.set(key, found);
    return found.value;
  }

  /** Keeps a value; one that is heavier than all may be is not kept. */
  set(key: string, value: T, weight: number): void {
    this.drop(key);
    if (weight > this.most) return;
    this.held.set(key, { value, weight });
    this.weight += weight;
    for (const other of this.held.keys()) {
      if (this.weight <= this.most) return;
      this.drop(other);
    }
  }

  private drop(key: string): void {
    this.weight -= this.held.get(key)?.weight ?? 0;
    this.held.delete(key);
  }
}
