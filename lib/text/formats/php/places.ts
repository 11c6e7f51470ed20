import { refusal } from "@/lib/text/messages/refusal";
import { EditRefused } from "../kernel/format";

/** A name in quotes, an empty pair of brackets that says how an array is spelled, or what parts two steps. */
const PIECE = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\[\](?=->|$)|->|[[\]]/g;

/** Where a key leads, and through which arrays. */
interface Way {
  /** Place of the text, whatever quotes and brackets the key has. */
  id: string;
  /** Places of the arrays on the way with their spelling; "" where statements fill them, as in `$lang['a']['b']`. */
  holders: { id: string; spelled: string }[];
}

function wayOf(key: string): Way {
  const steps = [""];
  const holders: Way["holders"] = [];
  let at = 0;
  const take = (text: string): void => void steps.push(steps.pop()! + text);
  for (const { 0: piece, index } of key.matchAll(PIECE)) {
    take(key.slice(at, index));
    at = index + piece.length;
    if (piece === "->" || piece === "[") {
      holders.push({ id: JSON.stringify(steps), spelled: piece === "->" ? key.slice(0, index) : "" });
      steps.push("");
    } else if (/^['"]/.test(piece)) take(piece.slice(1, -1));
  }
  take(key.slice(at));
  return { id: JSON.stringify(steps), holders };
}

/**
 * Which places of a file are texts, and which are arrays. PHP takes the last of two members with one key, so that a text in
 * the place of an array, or an array in that of a text, would take away what the other says.
 */
export class PhpPlaces {
  private readonly texts = new Set<string>();
  /** How arrays are spelled in keys. */
  private readonly arrays = new Map<string, string>();

  constructor(keys: Iterable<string>, arrays: Iterable<string>) {
    for (const path of arrays) this.arrays.set(wayOf(path).id, path);
    for (const key of keys) this.note(wayOf(key));
  }

  /** Notes the place of a new text, which people know by a name. @throws EditRefused where something else is in it, or in that of one of its arrays */
  take(key: string, name: string): void {
    const way = wayOf(key);
    if (this.arrays.has(way.id)) throw new EditRefused(refusal("writePlaceMap", { name }));
    if (this.texts.has(way.id)) throw new EditRefused(refusal("writeThere", { name }));
    for (const { id, spelled } of way.holders) {
      if (this.texts.has(id)) throw new EditRefused(refusal("writePlaceText", { name }));
      const known = this.arrays.get(id);
      // An array of another spelling would be a second one in this place.
      if (known && spelled !== "" && known !== spelled)
        throw new EditRefused(refusal("writeKeyForm", { key, written: known + key.slice(spelled.length) }));
    }
    this.note(way);
  }

  private note({ id, holders }: Way): void {
    this.texts.add(id);
    for (const { id: holder, spelled } of holders) if (!this.arrays.get(holder)) this.arrays.set(holder, spelled);
  }
}
