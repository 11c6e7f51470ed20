import { describe, expect, it } from "vitest";
import { type Actor, SERVICE } from "@/lib/domain/access/actor";
import type { Denial } from "@/lib/domain/errors";
import { contributionDenial, editDenial, reviewDenial, reviewed } from "@/lib/domain/units/may-edit";
import { acceptsPropagation } from "@/lib/domain/units/propagate";
import type { EditableUnit } from "@/lib/domain/units/units";
import { STATE, type UnitState } from "@/lib/text/codes";
import { actor, allowed, grant, unit } from "../../support/actors";

const signed = { agreementSigned: true };
/** A denial as the API tells it: what pages say of it is tested with them. */
const withoutSaid = (why: Denial | undefined) => why && { ...why, said: undefined };
const translator = allowed("unit.edit");

describe("who may edit a string", () => {
  const rows: [string, Actor, Partial<EditableUnit>, object | undefined][] = [
    ["a translator", translator, {}, undefined],
    ["somebody without permission", actor(), {}, { reason: "missing-permission", permission: "unit.edit" }],
    ["a translator of another project", translator, { projectId: 2 }, { reason: "missing-permission" }],
    ["a translator, in a restricted component", translator, { restricted: true }, { reason: "missing-permission" }],
    [
      "a translator of another language",
      actor({ grants: [grant({ permissions: ["unit.edit"], languages: [9] })] }),
      {},
      { reason: "language-not-in-team" },
    ],
    [
      "a translator, in a glossary",
      translator,
      { isGlossary: true },
      { reason: "missing-permission", permission: "glossary.edit" },
    ],
    ["a keeper of glossaries, in one", allowed("glossary.edit"), { isGlossary: true }, undefined],
    ["a keeper of glossaries, elsewhere", allowed("glossary.edit"), {}, { permission: "unit.edit" }],
    ["a locked component", translator, { componentLocked: true }, { reason: "locked", text: "App is locked." }],
    [
      "a locked component, with the reason",
      translator,
      { componentLocked: true, lockReason: "release" },
      { reason: "locked", text: "App is locked (release)." },
    ],
    [
      "a source string of a bilingual component",
      translator,
      { isSource: true },
      { reason: "read-only-string", text: "This is the source text. Change it in the source code." },
    ],
    [
      "a source string in a base file, without its permission",
      translator,
      { isSource: true, isTemplate: true },
      { reason: "missing-permission", permission: "unit.template" },
    ],
    [
      "a source string in a base file",
      allowed("unit.edit", "unit.template"),
      { isSource: true, isTemplate: true },
      undefined,
    ],
    [
      "a source string that members edit, by one of a team for every public project",
      actor({ grants: [grant({ permissions: ["unit.edit", "unit.template"], projectSelection: 3, projects: [] })] }),
      { isSource: true, isTemplate: true, accessControl: 0, sourceEditsByMembers: true },
      {
        ...{ reason: "missing-permission", permission: "unit.template" },
        text: "In Alpha, only members of the project edit source strings. Ask about this one in a comment.",
      },
    ],
    [
      "a string that members translate, by one of a team for every public project",
      actor({ grants: [grant({ permissions: ["unit.edit"], projectSelection: 3, projects: [] })] }),
      { accessControl: 0, editsByMembers: true },
      {
        ...{ reason: "missing-permission", permission: "unit.edit" },
        text: "In Alpha, only members of the project translate into this language. You can add a suggestion.",
      },
    ],
    ["a string that members translate, by a member", translator, { editsByMembers: true }, undefined],
    [
      "a string that members translate, by a member who may do something else there",
      actor({
        grants: [
          grant({ permissions: ["unit.review"] }),
          grant({ permissions: ["unit.edit"], projectSelection: 3, projects: [] }),
        ],
      }),
      { accessControl: 0, editsByMembers: true },
      { reason: "missing-permission", permission: "unit.edit" },
    ],
    [
      "a string whose source needs editing",
      translator,
      { sourceWaits: true },
      {
        reason: "read-only-string",
        text: "The source string needs editing. It can be translated as soon as it is ready.",
      },
    ],
    [
      "a source string that anybody edits, by the same",
      actor({ grants: [grant({ permissions: ["unit.edit", "unit.template"], projectSelection: 3, projects: [] })] }),
      { isSource: true, isTemplate: true, accessControl: 0 },
      undefined,
    ],
    [
      "a source string that members edit, by a member",
      allowed("unit.edit", "unit.template"),
      { isSource: true, isTemplate: true, sourceEditsByMembers: true },
      undefined,
    ],
    [
      "a source string that members edit, by a translator of the project whom another team lets edit sources",
      actor({
        grants: [
          grant({ permissions: ["unit.edit"] }),
          grant({ permissions: ["unit.template"], projectSelection: 3, projects: [] }),
        ],
      }),
      { isSource: true, isTemplate: true, accessControl: 0, sourceEditsByMembers: true },
      { reason: "missing-permission" },
    ],
    [
      "a source string in a base file that is closed",
      allowed("unit.edit", "unit.template"),
      { isSource: true, isTemplate: true, editTemplate: false },
      { reason: "read-only-string", text: "Editing the base file is turned off for this component." },
    ],
    ["a translation, where the base file is closed", translator, { editTemplate: false }, undefined],
    [
      "a read-only string",
      translator,
      { state: 100 },
      {
        reason: "read-only-string",
        text: "This string is read-only, as set by its file or a flag.",
      },
    ],
    [
      "an approved string",
      translator,
      { state: 30, translationReview: true },
      {
        reason: "approved-needs-reviewer",
        permission: "unit.review",
        text: "This translation is approved. Only reviewers can change it, but you can add a suggestion.",
      },
    ],
    [
      "an approved string, by a reviewer",
      allowed("unit.edit", "unit.review"),
      { state: 30, translationReview: true },
      undefined,
    ],
    ["an approved string, reviews being off", translator, { state: 30 }, undefined],
    ["a translated string, reviews being on", translator, { state: 20, translationReview: true }, undefined],
    [
      "a string that votes decide",
      translator,
      { suggestionVoting: true, suggestionAutoaccept: 1 },
      { reason: "missing-permission", permission: "unit.override" },
    ],
    [
      "a string that votes decide, with the right to override",
      allowed("unit.edit", "unit.override"),
      { suggestionVoting: true, suggestionAutoaccept: 1 },
      undefined,
    ],
    ["votes that accept nothing", translator, { suggestionVoting: true }, undefined],
    ["a threshold without votes", translator, { suggestionAutoaccept: 2 }, undefined],
  ];

  it.each(rows)("%s", (_name, who, given, expected) => {
    const why = editDenial(who, unit(given), signed);
    if (expected) expect(why).toMatchObject(expected);
    else expect(why).toBeUndefined();
  });

  it("looks at the string itself after its base file", () => {
    const given = { isSource: true, isTemplate: true, state: STATE.READ_ONLY };
    expect(editDenial(allowed("unit.edit", "unit.template"), unit(given), signed)?.reason).toBe("read-only-string");
  });

  it("asks for the permission of the act, but in glossaries for theirs", () => {
    const options = { ...signed, permission: "suggestion.accept" } as const;
    expect(editDenial(translator, unit(), options)).toMatchObject({ permission: "suggestion.accept" });
    expect(editDenial(allowed("suggestion.accept"), unit(), options)).toBeUndefined();
    expect(editDenial(allowed("suggestion.accept"), unit({ isGlossary: true }), options)).toMatchObject({
      permission: "glossary.edit",
    });
  });

  it("says that the permission is missing before anything else", () => {
    expect(editDenial(actor({ email: null }), unit({ componentLocked: true }), signed)?.reason).toBe(
      "missing-permission",
    );
    expect(editDenial(actor({ email: null }), unit(), signed)?.permission).toBe("unit.edit");
  });
});

describe("what every contribution takes", () => {
  const noMail = {
    reason: "missing-permission",
    text: "Your profile has no e-mail address, which is needed for commits. Add one in your profile.",
  };
  const unsigned = {
    reason: "agreement-unsigned",
    text: "App requires a signed contributor agreement. Open the component's page to read and sign it.",
  };
  const rows: [string, Actor, boolean, object | undefined][] = [
    ["an address and a signature", actor(), true, undefined],
    ["no address", actor({ email: null }), true, noMail],
    ["an empty address", actor({ email: "" }), true, noMail],
    ["a bot without an address", actor({ email: null, isBot: true }), true, undefined],
    ["the service", SERVICE, true, undefined],
    ["a service that is no bot", actor({ email: null, cause: "service" }), true, undefined],
    ["an API request without an address", actor({ email: null, cause: "api" }), true, noMail],
    ["no signature", actor(), false, unsigned],
    ["a bot without signature", actor({ isBot: true }), false, undefined],
  ];

  it.each(rows)("%s", (_name, who, agreementSigned, expected) => {
    expect(withoutSaid(contributionDenial(who, unit(), { agreementSigned }))).toEqual(expected);
    const editor = { ...who, isSuperuser: true };
    expect(withoutSaid(editDenial(editor, unit(), { agreementSigned }))).toEqual(expected);
  });

  it("an open component, before all", () => {
    const why = contributionDenial(actor({ email: null }), unit({ componentLocked: true }), { agreementSigned: false });
    expect(why?.reason).toBe("locked");
  });
});

describe("reviews", () => {
  it("are on for translations and for sources apart", () => {
    const [none, both] = [unit(), unit({ translationReview: true, sourceReview: true })];
    expect([reviewed(none), reviewed(both)]).toEqual([false, true]);
    expect(reviewed({ isSource: true, translationReview: true, sourceReview: false })).toBe(false);
    expect(reviewed({ isSource: true, translationReview: false, sourceReview: true })).toBe(true);
    expect(reviewed({ isSource: false, translationReview: true, sourceReview: false })).toBe(true);
    expect(reviewed({ isSource: false, translationReview: false, sourceReview: true })).toBe(false);
  });

  it("take their permission where they are on", () => {
    const reviewer = allowed("unit.review");
    expect(reviewDenial(reviewer, unit())).toMatchObject({
      reason: "not-supported",
      text: "Reviews are turned off in this project.",
    });
    expect(reviewDenial(reviewer, unit({ translationReview: true }))).toBeUndefined();
    expect(reviewDenial(reviewer, unit({ translationReview: true, restricted: true }))).toMatchObject({
      permission: "unit.review",
    });
    expect(reviewDenial(translator, unit({ translationReview: true }))).toMatchObject({ permission: "unit.review" });
  });
});

describe("an edit is carried over to an equal string", () => {
  const edit = { targets: ["Ukončit"], state: STATE.TRANSLATED };
  const rows: [string, Actor, Partial<EditableUnit>, { targets: string[]; state: UnitState }, boolean][] = [
    ["that says something else", translator, {}, edit, true],
    ["that is empty", translator, { targets: [""], state: 0 }, edit, true],
    ["that says the same", translator, {}, { targets: ["Konec"], state: 20 }, false],
    ["that says the same in another state", translator, {}, { targets: ["Konec"], state: 10 }, true],
    ["that is approved", translator, { state: 30, translationReview: true }, edit, false],
    [
      "that is approved, for a reviewer too",
      allowed("unit.edit", "unit.review"),
      { state: 30, translationReview: true },
      edit,
      false,
    ],
    ["that is read-only", translator, { state: 100 }, edit, false],
    ["of a component that the actor may not edit", translator, { restricted: true }, edit, false],
    ["of a project that the actor may not edit", translator, { projectId: 2 }, edit, false],
    ["for nobody in particular", actor(), {}, edit, false],
    ["that only takes suggestions", translator, { suggestionVoting: true, suggestionAutoaccept: 2 }, edit, false],
    [
      "that only takes suggestions, for somebody who may write there",
      allowed("unit.edit", "unit.override"),
      { suggestionVoting: true, suggestionAutoaccept: 2 },
      edit,
      true,
    ],
    [
      "that only members translate",
      actor({ grants: [grant({ permissions: ["unit.edit"], projects: [], projectSelection: 3 })] }),
      { editsByMembers: true, accessControl: 0 },
      edit,
      false,
    ],
    ["of a locked component", translator, { componentLocked: true }, edit, false],
    ["with another number of forms", translator, { sources: ["%d file", "%d files"] }, edit, false],
    [
      "with an approval, where reviews are on",
      translator,
      { translationReview: true },
      { ...edit, state: STATE.APPROVED },
      true,
    ],
    ["with an approval, where reviews are off", translator, {}, { ...edit, state: STATE.APPROVED }, false],
  ];

  it.each(rows)("%s", (_name, who, given, origin, expected) => {
    expect(acceptsPropagation(who, unit(given), origin, signed)).toBe(expected);
  });

  it("of a component whose agreement was signed", () => {
    expect(acceptsPropagation(translator, unit(), edit, { agreementSigned: false })).toBe(false);
  });

  it("compares form by form", () => {
    const plural = unit({ sources: ["%d file", "%d files"], targets: ["a", "b", "c"] });
    expect(acceptsPropagation(translator, plural, { targets: ["a", "b", "c"], state: 20 }, signed)).toBe(false);
    expect(acceptsPropagation(translator, plural, { targets: ["ab", "", "c"], state: 20 }, signed)).toBe(true);
  });
});
