import type { ICUArgs } from "use-intl/core";

/**
 * What a message of a catalogue takes, for words that are kept as their key with what is filled in, and said later.
 * @template Value what stands in a place of the message
 * @template Count what a plural counts
 */
export type Taken<Message extends string, Value, Count> = ICUArgs<
  Message,
  { ICUArgument: Value; ICUNumberArgument: Count; ICUDateArgument: never }
>;

/** The same as the last parameter of a function: none for a message that takes nothing. */
export type Given<Message extends string, Value, Count> = keyof Taken<Message, Value, Count> extends never
  ? []
  : [values: Taken<Message, Value, Count>];
