import { describe, expect, it } from "vitest";
import {
  bindingOf,
  COMMANDS,
  type CommandId,
  commandOf,
  type KeyPress,
  keyOf,
  keyRefusal,
} from "@/app/ui/editor/commands";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const ctrl = { ctrlKey: true };
const USUAL = { typing: false, singleKeys: true, mac: false, chosen: {} };

describe("the keys of the editor", () => {
  it("are each of one command", () => {
    const all = COMMANDS.flatMap(({ keys }) => keys);
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
  });

  it("leave digits and letters with Option to a Mac's keyboard", () => {
    for (const [key, code] of [
      ["¡", "Digit1"],
      ["€", "Digit2"],
      ["å", "KeyA"],
    ] as const)
      for (const typing of [true, false])
        expect(commandOf(press(key, { code, altKey: true }), { ...USUAL, mac: true, typing })).toBeUndefined();
    expect(COMMANDS.flatMap(({ keys }) => keys).filter((key) => /^Alt\+(?:Shift\+)?.$/u.test(key))).toEqual([]);
  });

  it("act by letters only where nobody types, and only while these are on", () => {
    expect(commandOf(press("j"), USUAL)).toBe("list-next");
    expect(commandOf(press("A", { shiftKey: true }), USUAL)).toBe("approve-suggestion");
    expect(commandOf(press("j"), { ...USUAL, typing: true })).toBeUndefined();
    expect(commandOf(press("j"), { ...USUAL, singleKeys: false })).toBeUndefined();
    expect(commandOf(press("Enter", ctrl), { ...USUAL, typing: true, singleKeys: false })).toBe("save-next");
  });

  it("are the ones that somebody has chosen, in place of the usual ones", () => {
    const chosen = { comment: ["Mod+m"], help: [] };
    expect(commandOf(press("m", ctrl), { ...USUAL, chosen })).toBe("comment");
    expect(commandOf(press("u", ctrl), { ...USUAL, chosen })).toBeUndefined();
    expect(commandOf(press("?", { shiftKey: true }), { ...USUAL, chosen })).toBeUndefined();
    expect([keyOf("comment", chosen), keyOf("comment", {}), keyOf("help", chosen)]).toEqual(["Mod+m", "Mod+u", ""]);
  });

  it("are written as they are read back", () => {
    const presses: [KeyPress, string][] = [
      [press("M", { ...ctrl, shiftKey: true }), "Mod+Shift+m"],
      [press("?", { shiftKey: true }), "?"],
      [press("ArrowDown", { altKey: true }), "Alt+ArrowDown"],
      [press("F8", { shiftKey: true }), "Shift+F8"],
      [press("ь", { ...ctrl, code: "KeyM" }), "Mod+m"],
    ];
    for (const [one, binding] of presses) {
      expect(bindingOf(one, false)).toBe(binding);
      expect(commandOf(one, { ...USUAL, chosen: { ...NOTHING, comment: [binding] } })).toBe("comment");
    }
    expect(bindingOf(press("Shift", { shiftKey: true }), false)).toBeUndefined();
    expect(bindingOf(press("m", { metaKey: true }), true)).toBe("Mod+m");
  });

  it("are refused where the browser, the clipboard or another command needs them", () => {
    for (const key of [
      "Tab",
      "Escape",
      "Mod+t",
      "Mod+w",
      "Mod+c",
      "Mod+v",
      "Mod+z",
      "Mod+1",
      "Alt+ArrowLeft",
      "Alt+1",
      "Enter",
      "F5",
    ])
      expect(keyRefusal("comment", key, {}), key).toEqual({ reason: "reserved" });
    expect(keyRefusal("comment", "Mod+e", {})).toMatchObject({ reason: "taken", by: { id: "needs-editing" } });
    expect(keyRefusal("comment", "Mod+e", { "needs-editing": ["Mod+m"] })).toBeUndefined();
    expect(keyRefusal("comment", "Mod+m", { help: ["Mod+m"] })).toMatchObject({ by: { id: "help" } });
    for (const { id, keys } of COMMANDS) for (const key of keys) expect(keyRefusal(id, key, {}), key).toBeUndefined();
  });
});

/** No command has a key. */
const NOTHING = Object.fromEntries(COMMANDS.map(({ id }): [CommandId, string[]] => [id, []]));
