/** Messages of a language by their keys, nested. */
type Messages = Readonly<Record<string, unknown>>;

/** The text of the module of messages. */
export function messagesModule(catalogues: Readonly<Record<string, Messages>>): string;
