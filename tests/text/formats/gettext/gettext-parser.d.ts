declare module "gettext-parser" {
  interface Message {
    msgid: string;
    msgstr: string[];
  }
  interface Catalogue {
    charset: string;
    translations: Record<string, Record<string, Message | undefined>>;
  }
  const parser: {
    po: { parse(bytes: Uint8Array, options?: { validation?: boolean }): Catalogue };
    mo: { parse(bytes: Uint8Array): Catalogue; compile(catalogue: Catalogue): Buffer };
  };
  export default parser;
}
