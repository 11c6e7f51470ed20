/** The longest address that anybody is sent back to. */
const LONGEST = 1000;

/**
 * Path, query and fragment of an address within the origin of `base`, as a browser would read it; undefined for
 * anything that leads elsewhere. Relative texts are refused: nobody knows what they are relative to.
 */
export function ownPath(given: unknown, base: string): string | undefined {
  if (typeof given !== "string" || given.length > LONGEST) return undefined;
  // Browsers take a backslash for a slash and drop tabs and line ends.
  if (/[\\\u0000-\u001f\u007f]/.test(given) || !/^(\/|https?:\/\/)/i.test(given)) return undefined;
  if (!URL.canParse(given, base)) return undefined;
  const url = new URL(given, base);
  if (url.origin !== new URL(base).origin || url.username || url.password) return undefined;
  // "/..//host" is read as "//host", which a second reader takes for another host.
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash;
}
