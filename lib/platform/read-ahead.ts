/** How many addresses are remembered. */
const MOST = 5000;

/**
 * Where addresses led when they were last asked for. What is there is read while it is still being found where an
 * address leads today, which is mostly where it led before; what was read is given only when it is.
 */
export class ReadAhead {
  private readonly ids = new Map<string, number>();

  /**
   * @param key the address as a text
   * @param find finds where the address leads, with all that the actor may know of it; undefined for nowhere
   * @param read reads what belongs to an id; nothing that it gives may come to the actor but by this
   */
  async read<Found extends { id: number }, Content>(
    key: string,
    find: () => Promise<Found | undefined>,
    read: (id: number) => Promise<Content>,
  ): Promise<{ found: Found; content: Content } | undefined> {
    const guess = this.ids.get(key);
    // The longer one is asked for first: the other one is answered while its rows are read.
    const [ahead, found] = await Promise.all([guess === undefined ? undefined : read(guess), find()]);
    if (!found) return undefined;
    if (ahead !== undefined && found.id === guess) return { found, content: ahead };
    if (this.ids.size >= MOST) this.ids.clear();
    this.ids.set(key, found.id);
    return { found, content: await read(found.id) };
  }
}
