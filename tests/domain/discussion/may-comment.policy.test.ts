import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type CommentSubject, commentRights } from "@/lib/domain/discussion/may-comment";
import { ACCESS } from "@/lib/text/codes";
import { actor, allowed, grant } from "../../support/actors";

/** Who may do what with a comment. Petra is 7. */

const scope = {
  project: { id: 1, accessControl: ACCESS.PROTECTED },
  component: { id: 10, restricted: false },
  languageId: 2,
};
const comment = (given: Partial<CommentSubject> = {}): CommentSubject => ({
  userId: 8,
  resolved: false,
  translationId: 20,
  scope,
  ...given,
});
/** Rights as letters: edit, resolve, delete, explain. */
const may = (who: Actor, given: Partial<CommentSubject> = {}) => {
  const rights = commentRights(who, comment(given));
  return [rights.edit && "e", rights.resolve && "r", rights.delete && "d", rights.explain && "x"]
    .filter(Boolean)
    .join("");
};
const petra = allowed("comment.add");
const own = { userId: 7 };
const source = { translationId: null };

describe("what somebody may do with a comment", () => {
  it("is nothing with the comment of another", () => {
    expect(may(petra)).toBe("");
    expect(may(actor())).toBe("");
  });

  it("is everything with one's own", () => {
    expect(may(petra, own)).toBe("erd");
    expect(may(petra, { ...own, resolved: true })).toBe("erd");
  });

  it("without the right to comment is only to take back one's own", () => {
    expect(may(actor(), own)).toBe("rd");
    expect(may(actor(), { ...own, resolved: true })).toBe("d");
  });

  it("is more with the permissions for it", () => {
    expect(may(allowed("comment.resolve"))).toBe("r");
    expect(may(allowed("comment.resolve"), { resolved: true })).toBe("r");
    expect(may(allowed("comment.delete"))).toBe("d");
    expect(may(allowed("source.edit"))).toBe("");
    expect(may(allowed("source.edit"), source)).toBe("x");
  });

  it("counts for a comment of the right language only, except where one asks about the source", () => {
    const czech = (...permissions: string[]) => actor({ grants: [grant({ permissions, languages: [3] })] });
    expect(may(czech("comment.add"), own)).toBe("rd");
    expect(may(czech("comment.add"), { ...own, ...source })).toBe("erd");
    expect(may(czech("comment.resolve"), source)).toBe("");
  });

  it("is no own comment to visitors and to tokens of projects", () => {
    expect(may({ ...petra, isAnonymous: true }, own)).toBe("");
    expect(may({ ...petra, tokenProjectId: 1 }, own)).toBe("");
  });
});
