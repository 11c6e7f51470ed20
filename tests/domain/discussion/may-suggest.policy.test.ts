import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import {
  isOwnSuggestion,
  mayVote,
  suggestedText,
  suggestingDenial,
  votesAccept,
} from "@/lib/domain/discussion/may-suggest";
import { Invalid } from "@/lib/domain/errors";
import type { EditableUnit } from "@/lib/domain/units/units";
import { actor, allowed, unit } from "../../support/actors";

describe("who may suggest", () => {
  const anybody = allowed("suggestion.add");
  const rows: [string, Actor, Partial<EditableUnit>, boolean, object | undefined][] = [
    ["a member", anybody, {}, true, undefined],
    ["somebody else", actor(), {}, true, { reason: "missing-permission", permission: "suggestion.add" }],
    ["a member, in a restricted component", anybody, { restricted: true }, true, { reason: "missing-permission" }],
    [
      "where suggestions are off",
      anybody,
      { enableSuggestions: false },
      true,
      { reason: "not-supported", text: "App does not accept suggestions." },
    ],
    [
      "for a read-only string",
      anybody,
      { state: 100 },
      true,
      { reason: "read-only-string", text: "This string is read-only and does not accept suggestions." },
    ],
    ["for an approved string", anybody, { state: 30 }, true, undefined],
    [
      "without the agreement",
      anybody,
      {},
      false,
      { reason: "agreement-unsigned", text: "App requires a signed contributor agreement." },
    ],
    ["a bot without the agreement", { ...anybody, isBot: true }, {}, false, undefined],
    ["in a locked component", anybody, { componentLocked: true }, true, undefined],
  ];

  it.each(rows)("%s", (_name, who, given, agreementSigned, expected) => {
    const why = suggestingDenial(who, unit(given), { agreementSigned });
    if (expected) expect(why).toMatchObject(expected);
    else expect(why).toBeUndefined();
  });
});

describe("the text of a suggestion", () => {
  const refused = (given: Partial<EditableUnit>, targets: string[]) => {
    try {
      return suggestedText(unit(given), targets);
    } catch (error) {
      expect(error).toBeInstanceOf(Invalid);
      return (error as Invalid).fields.map(({ path, code, message }) => ({ path, code, message }));
    }
  };

  it("is another one than the translation", () => {
    expect(suggestedText(unit(), ["Ukončit"])).toEqual(["Ukončit"]);
    expect(refused({}, ["Konec"])).toEqual([
      { path: "target", code: "unique", message: "This is identical to the current translation." },
    ]);
    const plural = { sources: ["a", "b"], targets: ["x", "y", "z"] };
    expect(refused(plural, ["x", "y", "z"])).toMatchObject([{ code: "unique" }]);
    expect(refused(plural, ["xy", "", "z"])).toEqual(["xy", "", "z"]);
  });

  it("has as many forms as the string", () => {
    expect(refused({}, ["a", "b"])).toEqual([
      { path: "target", code: "invalid", message: "This string needs one text." },
    ]);
    expect(refused({ sources: ["a", "b"] }, ["x"])).toMatchObject([{ message: "This string needs 3 plural forms." }]);
  });

  it("says something that can be stored", () => {
    const blank = [{ path: "target", code: "blank", message: "Enter a suggestion." }];
    expect(refused({}, [""])).toEqual(blank);
    expect(refused({}, [" \n"])).toEqual(blank);
    expect(refused({ sources: ["a", "b"] }, ["", " ", ""])).toEqual(blank);
    expect(refused({ sources: ["a", "b"] }, ["", "x", ""])).toEqual(["", "x", ""]);
    for (const text of ["a\u0000", "a\u001eb"])
      expect(refused({}, [text])).toEqual([
        { path: "target", code: "invalid", message: "The text contains a control character, which cannot be stored." },
      ]);
    expect(refused({ sources: ["a", "b"] }, ["x", "y\u001e", "z"])).toMatchObject([{ code: "invalid" }]);
  });
});

describe("votes", () => {
  const voter = allowed("suggestion.vote");
  const open = { suggestionVoting: true };

  it("count where voting is on, from those who may", () => {
    expect(mayVote(voter, unit(open))).toBe(true);
    expect(mayVote(voter, unit())).toBe(false);
    expect(mayVote(actor(), unit(open))).toBe(false);
    expect(mayVote({ ...voter, isAnonymous: true }, unit(open))).toBe(false);
    expect(mayVote(voter, unit({ ...open, restricted: true }))).toBe(false);
  });

  const rows: [string, Partial<EditableUnit>, number, boolean][] = [
    ["enough", { suggestionAutoaccept: 2 }, 2, true],
    ["more than enough", { suggestionAutoaccept: 2 }, 3, true],
    ["too few", { suggestionAutoaccept: 2 }, 1, false],
    ["no threshold", { suggestionAutoaccept: 0 }, 5, false],
    ["no threshold, nor votes", { suggestionAutoaccept: 0 }, 0, false],
    ["an approved string", { suggestionAutoaccept: 1, state: 30 }, 1, false],
    ["a read-only string", { suggestionAutoaccept: 1, state: 100 }, 1, false],
    ["a string of other forms now", { suggestionAutoaccept: 1, sources: ["a", "b"] }, 1, false],
    ["a string that waits for its source", { suggestionAutoaccept: 1, sourceWaits: true }, 1, false],
  ];

  it.each(rows)("%s", (_name, given, votes, expected) => {
    expect(votesAccept(voter, unit({ ...open, ...given }), { votes, targets: ["Ukončit"] })).toBe(expected);
  });

  it("change a source text for those only who may edit it", () => {
    const source = unit({ ...open, suggestionAutoaccept: 2, isSource: true, isTemplate: true, editTemplate: true });
    const enough = { votes: 2, targets: ["Exit"] };
    const editor = allowed("suggestion.vote", "unit.template");
    expect(votesAccept(voter, source, enough)).toBe(false);
    expect(votesAccept(editor, source, enough)).toBe(true);
    expect(votesAccept(editor, { ...source, editTemplate: false }, enough)).toBe(false);
    expect(votesAccept(editor, { ...source, isTemplate: false }, enough)).toBe(false);
  });
});

it("one's own suggestion is the person's, not a project token's and not nobody's", () => {
  const suggestion = { userId: 7 };
  expect(isOwnSuggestion(actor(), suggestion)).toBe(true);
  expect(isOwnSuggestion(actor({ userId: 8 }), suggestion)).toBe(false);
  expect(isOwnSuggestion(actor({ tokenProjectId: 1 }), suggestion)).toBe(false);
  expect(isOwnSuggestion(actor({ isAnonymous: true }), suggestion)).toBe(false);
  expect(isOwnSuggestion(actor(), { userId: null })).toBe(false);
});
