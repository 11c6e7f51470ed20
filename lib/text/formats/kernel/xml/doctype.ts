/** Where a doctype ends, with its inside; -1 when it does not. Names of entities are noted, their values never used. */
export function doctypeEnd(text: string, start: number, entities: Set<string>): number {
  let depth = 0;
  for (let at = start + 2; at < text.length; at++) {
    const char = text[at];
    if (char === '"' || char === "'") {
      const close = text.indexOf(char, at + 1);
      if (close < 0) return -1;
      at = close;
    } else if (char === "[") depth++;
    else if (char === "]") depth--;
    else if (text.startsWith("<!--", at)) {
      const close = text.indexOf("-->", at + 4);
      if (close < 0) return -1;
      at = close + 2;
    } else if (char === "<") {
      const match = /<!ENTITY[ \t\r\n]{1,99}([:A-Za-z_][\w:.-]{0,100})[ \t\r\n]/y;
      match.lastIndex = at;
      const name = match.exec(text)?.[1];
      if (name !== undefined) entities.add(name);
    } else if (char === ">" && depth <= 0) return at + 1;
  }
  return -1;
}
