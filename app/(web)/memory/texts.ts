/** The query of a memory page: one text for each name. */
export function queryOf(parameters: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value[0] : value;
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
