import { SaxesParser } from "saxes";

/** Fails, with line and column, when a text is not well-formed XML with namespaces. Its own entities are known. */
export function wellFormed(text: string): void {
  const parser = new SaxesParser({ xmlns: true });
  for (const [, name = "", value = ""] of text.matchAll(/<!ENTITY\s+(\w+)\s+"([^"]*)">/g))
    parser.ENTITIES[name] = value;
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
}
