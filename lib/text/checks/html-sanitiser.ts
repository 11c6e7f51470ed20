/** HTML in translations: what the source has may stay, everything else goes. Linear, and never runs a parser of a browser. */

const START = /<(\/?)([A-Za-z][\w:-]{0,100})/y;
const ATTRIBUTE = /\s+([^\s"'<>/=]{1,100})(?:\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))?/y;
const END = /\s*\/?>/y;
const AUTOLINK = /<(?:https?:\/\/|mailto:)[^\s<>]{1,2000}>/y;

interface Attribute {
  name: string;
  value: string;
  text: string;
}

interface Tag {
  closing: boolean;
  name: string;
  attributes: Attribute[];
  text: string;
}

/**
 * The target with only those tags and attributes that the source has, and no address that runs code. Text stays; a
 * bracket that would open a tag but does not close becomes `&lt;`. `autolinks` keeps `<https://…>` of Markdown.
 */
export function sanitiseHtml(source: string, target: string, autolinks: boolean): string {
  if (!target.includes("<")) return target;
  const allowed = tagsOf(source);
  let result = "";
  let done = 0;
  for (let at = target.indexOf("<"); at >= 0; at = target.indexOf("<", done)) {
    result += target.slice(done, at);
    const link = autolinks ? matchAt(AUTOLINK, target, at) : null;
    const tag = link ? undefined : tagAt(target, at);
    const names = tag && allowed.get(tag.name.toLowerCase());
    if (link) result += link[0];
    else if (tag && names) result += withAllowed(tag, names);
    else if (!tag) result += /[A-Za-z/!?]/.test(target[at + 1] ?? "") ? "&lt;" : "<";
    done = at + (link?.[0].length ?? tag?.text.length ?? 1);
  }
  // What is left after a tag is gone must not make a new one of its neighbours.
  const clean = result + target.slice(done);
  return clean === target || hasOnly(clean, allowed) ? clean : clean.replaceAll("<", "&lt;");
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The tag that begins at an offset; undefined when there is none, or it does not end. */
function tagAt(text: string, at: number): Tag | undefined {
  const start = matchAt(START, text, at);
  if (!start) return undefined;
  const attributes: Attribute[] = [];
  let end = at + start[0].length;
  for (let match = matchAt(ATTRIBUTE, text, end); match; match = matchAt(ATTRIBUTE, text, end)) {
    const value = (match[2] ?? "").replace(/^["']|["']$/g, "");
    attributes.push({ name: (match[1] ?? "").toLowerCase(), value, text: match[0].trimStart() });
    end += match[0].length;
  }
  const close = matchAt(END, text, end);
  if (!close) return undefined;
  end += close[0].length;
  return { closing: start[1] === "/", name: start[2] ?? "", attributes, text: text.slice(at, end) };
}

/** Tags of a text with the names of all attributes they have anywhere in it. */
function tagsOf(text: string): Map<string, Set<string>> {
  const tags = new Map<string, Set<string>>();
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const tag = tagAt(text, at);
    if (!tag) continue;
    const name = tag.name.toLowerCase();
    const names = tags.get(name) ?? new Set<string>();
    for (const attribute of tag.attributes) names.add(attribute.name);
    tags.set(name, names);
  }
  return tags;
}

/** An address that runs code when it is followed, control characters and blanks in it notwithstanding. */
function runsCode({ value }: Attribute): boolean {
  const plain = value.replace(/&(?:colon|#0*58|#x0*3a);?/gi, ":").replace(/&[^;]{0,10};|[\s\u0000-\u0020]/g, "");
  return /^(?:javascript|vbscript|data):/i.test(plain);
}

function withAllowed(tag: Tag, names: ReadonlySet<string>): string {
  const kept = tag.attributes.filter((attribute) => names.has(attribute.name) && !runsCode(attribute));
  if (kept.length === tag.attributes.length) return tag.text;
  const attributes = kept.map((attribute) => ` ${attribute.text}`).join("");
  return `<${tag.closing ? "/" : ""}${tag.name}${attributes}${tag.text.endsWith("/>") ? " /" : ""}>`;
}

function hasOnly(text: string, allowed: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return [...tagsOf(text).keys()].every((name) => allowed.has(name));
}
