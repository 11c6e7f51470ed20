/** Room for the numbers of a document: as much as it will need, without knowing how much that is. */

/** The numbers with twice the room. */
export function grown(numbers: Int32Array): Int32Array {
  const next = new Int32Array(numbers.length * 2);
  next.set(numbers);
  return next;
}

/** What is read of a text to guess how much it holds. */
const SAMPLE = 8192;

/** About how many nodes and attributes a text has, from its beginning; more than it has, if anything. */
export function guessed(units: Uint16Array, size: number): { nodes: number; attributes: number } {
  const end = Math.min(size, SAMPLE);
  let [nodes, attributes] = [0, 0];
  for (let at = 0; at < end; at++) {
    if (units[at] === 60 && units[at + 1] !== 47) nodes++;
    else if (units[at] === 61) attributes++;
  }
  const times = end === 0 ? 0 : (size / end) * 1.1;
  // The shortest element is of four characters, the shortest attribute of five.
  return { nodes: Math.min(nodes * times, size >> 2), attributes: Math.min(attributes * times, size / 5) };
}

/** The filled part of an array: itself where little would be saved by a copy. */
export function trimmed(numbers: Int32Array, filled: number): Int32Array {
  return filled * 4 > numbers.length * 3 ? numbers.subarray(0, filled) : numbers.slice(0, filled);
}
