import { expect, it } from "vitest";
import { messagesModule } from "@/lib/cli/generate-messages.mjs";

const moduleOf = (messages: object, others: object = {}) =>
  messagesModule({ en: { findings: {}, refusals: {}, machineryFields: {}, ...messages }, ...others });

/** The row of a message among those that take something. */
const typesOf = (message: string) => /"a\.b": (\{.*\});/.exec(moduleOf({ a: { b: message } }))?.[1];

it("what a message takes is written out as a type", () => {
  expect(typesOf("Hello {name}")).toBe('{ "name": Text }');
  expect(typesOf("{n, number} of {all, plural, one {# for {name}} other {#}}")).toBe(
    '{ "n": Count; "all": Count; "name": Text }',
  );
  expect(typesOf("{place, selectordinal, one {#st} other {#th}}")).toBe('{ "place": Count }');
  expect(typesOf("On {day, date, short}")).toBe('{ "day": Date }');
  expect(typesOf("<link>Ask {name}</link>")).toBe('{ "link": Tag; "name": Text }');
  expect(typesOf("{who, select, me {I} other {They}}")).toBe('{ "who": string }');
});

it("messages that take nothing are keys alone, and each subject is named", () => {
  const text = moduleOf({ a: { b: "Hello", c: { d: "Deep" } } });
  expect(text).toContain('export type PlainKey =\n  | "a.b"\n  | "a.c.d";');
  expect(text).toContain('export type Subject =\n  | "findings"\n  | "a";');
});

it("a message that is not valid is refused with its language and its key", () => {
  expect(() => moduleOf({ a: { b: "Hello" } }, { cs: { a: { b: "Ahoj {name" } } })).toThrow(
    /^app\/messages\/cs\.json: a\.b: /,
  );
});
