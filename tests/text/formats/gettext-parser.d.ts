/** The package ships no types; only what the tests compare is declared. */
declare module "gettext-parser" {
  const parser: {
    po: {
      parse(bytes: Uint8Array): {
        translations: Record<string, Record<string, { msgstr: string[] } | undefined> | undefined>;
      };
    };
  };
  export default parser;
}
