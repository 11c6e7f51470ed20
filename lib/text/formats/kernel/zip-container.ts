import { refusal } from "@/lib/text/messages/refusal";
import { decodeUtf8, encodeUtf8 } from "./encoding";
import { FormatError } from "./format";
import { openZip, readMember, replaceMembers, type Zip, zipOf } from "./zip";

/**
 * Containers whose prose stands in several members: their text is these members one after the other, each behind a
 * mark with its name. Only members that changed are written; all others keep their bytes.
 */

const MARK = /<\?member ([^?<>]{1,300})\?>/g;
/** All prose of a container together, in bytes. */
const LARGEST = 100_000_000;

/** One member within the text. */
export interface Part {
  name: string;
  start: number;
  end: number;
}

/** The members of a text, in order. */
export function partsOf(text: string): Part[] {
  const marks = [...text.matchAll(MARK)];
  return marks.map((mark, index) => ({
    name: mark[1]!,
    start: mark.index + mark[0].length,
    end: marks[index + 1]?.index ?? text.length,
  }));
}

/** The first member of a name, and where its mark starts; what stands before the first of all belongs to that. */
export function partAt(text: string, name: string): (Part & { mark: number }) | undefined {
  const sign = `<?member ${name}?>`;
  const at = text.indexOf(sign);
  if (at < 0) return undefined;
  const marks = new RegExp(MARK);
  const first = marks.exec(text)?.index;
  marks.lastIndex = at;
  if (marks.exec(text)?.index !== at) return undefined;
  const end = marks.exec(text)?.index ?? text.length;
  return { name, start: at + sign.length, end, mark: first === at ? 0 : at };
}

/** Text of the members that hold prose, in their order. @throws FormatError when there are none, or they are damaged */
export function openContainer(bytes: Uint8Array, proseOf: (zip: Zip) => readonly string[]): string {
  const zip = openZip(bytes);
  const prose = proseOf(zip).map((name) => zip.members.get(name)!);
  if (prose.reduce((sum, { size }) => sum + size, 0) > LARGEST)
    throw new FormatError(refusal("readContainerLarge", { most: LARGEST / 1_000_000 }), 1, 1);
  let text = "";
  for (const { name } of prose) {
    const part = decodeUtf8(readMember(zip, name)!);
    if (part.includes("<?member "))
      throw new FormatError(refusal("readContainerReserved", { name, mark: "<?member" }), 1, 1);
    // A mark of the first member stands at the start of the text, as in any other file.
    const mark = text === "" && part.startsWith("\ufeff") ? "\ufeff" : "";
    text += `${mark}<?member ${name}?>${part.slice(mark.length)}`;
  }
  if (text === "") throw new FormatError(refusal("readContainerEmpty"), 1, 1);
  return text;
}

/**
 * Bytes of a container with the members of a text; a small one of their own without `before`, in which `first` stands
 * before them.
 */
export function closeContainer(
  text: string,
  before: Uint8Array | undefined,
  first: (names: readonly string[]) => [name: string, content: Uint8Array][],
): Uint8Array {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const parts = partsOf(text).map(({ name, start, end }, index) => {
    const content = encodeUtf8((index === 0 ? mark : "") + text.slice(start, end));
    return [name, content] as const;
  });
  if (!before) return zipOf(new Map([...first(parts.map(([name]) => name)), ...parts]));
  const zip = openZip(before);
  const changed = parts.filter(([name, content]) => !readMember(zip, name)?.equals(content));
  return changed.length === 0 ? before : replaceMembers(zip, new Map(changed));
}
