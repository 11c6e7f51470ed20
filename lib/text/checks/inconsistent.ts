import { STATE, type UnitState } from "@/lib/text/codes";

/** One of several strings that say the same in one language, in components that share what equal strings say. */
export interface Twin {
  componentId: number | string;
  state: UnitState;
  /** Its text, or what stands for it. */
  text: string;
}

/**
 * Twins that another component translates differently. For one that is not translated only translated ones count. The time
 * grows with the twins, not with their pairs.
 */
export function differing<Any extends Twin>(twins: readonly Any[]): Set<Any> {
  const failing = new Set<Any>();
  const [all, translated] = [new Tally(), new Tally()];
  for (const twin of twins) {
    if (twin.state === STATE.EMPTY) continue;
    all.add(twin);
    if (twin.state >= STATE.TRANSLATED) translated.add(twin);
  }
  for (const twin of twins) {
    const others = twin.state >= STATE.TRANSLATED ? all : translated;
    if (twin.state !== STATE.READ_ONLY && others.differFrom(twin)) failing.add(twin);
  }
  return failing;
}

/** How many twins there are, by their texts and components. */
class Tally {
  private total = 0;
  private readonly counts = new Map<string, number>();

  private static keys({ componentId, text }: Twin): [string, string, string] {
    return [`t ${text}`, `c ${componentId}`, `b ${componentId} ${text}`];
  }

  add(twin: Twin): void {
    this.total++;
    for (const key of Tally.keys(twin)) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Whether some twin in another component has another text. */
  differFrom(twin: Twin): boolean {
    const [text = 0, component = 0, both = 0] = Tally.keys(twin).map((key) => this.counts.get(key) ?? 0);
    return this.total - text - component + both > 0;
  }
}
