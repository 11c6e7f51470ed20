import { refusal } from "@/lib/text/messages/refusal";
import { applyPatches, EditRefused } from "../kernel/format";
import type { NewJson } from "../kernel/json/layout";
import type { JsonPath } from "../kernel/json/paths";
import { memberOf } from "../kernel/json/reading";
import { type JsonMember, type JsonNode, type JsonObject, liveMembers } from "../kernel/json/tokens";
import { PatchList } from "../kernel/splice";
import { type Catalogue, createFrom, languagesOf, openCatalogue, partOf, stringIn } from "./xcstrings-catalogue";
import { codeFilter, isCode, localizationIn, SHALLOW, sameCode } from "./xcstrings-head";
import { catalogueSurgery } from "./xcstrings-structure";

/** Taking what a catalogue says in one language from another one: compared as it is spelled, and changed where it differs. */

class Joiner {
  private readonly patches: PatchList;
  private readonly added: [path: JsonPath, value: NewJson][] = [];
  private readonly removed: JsonPath[] = [];
  private readonly isOwn: boolean;
  /** How the catalogue spells the code. */
  private spelling: string | undefined;
  private readonly catalogue: Catalogue;
  private readonly mine: (code: string) => boolean;

  constructor(
    private readonly text: string,
    private readonly code: string,
    private readonly part: string,
  ) {
    this.patches = new PatchList(text);
    this.mine = codeFilter(code);
    const members = (key: string) => {
      if (!this.mine(key)) return false;
      this.spelling ??= key;
      return SHALLOW;
    };
    this.catalogue = openCatalogue(text, { members });
    this.isOwn = sameCode(this.catalogue.source, code);
  }

  private raw(value: JsonNode): string {
    return this.part.slice(value.start, value.end);
  }

  /** Puts a value of the part in the place of one of the catalogue. */
  private replace(old: JsonNode, raw: string): void {
    this.patches.replace(old.start, old.end, raw);
  }

  private add(path: JsonPath, raw: string): void {
    this.added.push([path, { kind: "raw", raw }]);
  }

  join(): string {
    const theirs = openCatalogue(this.part, { members: (key) => this.mine(key) && SHALLOW }).live;
    const byKey = new Map(theirs.map((member) => [member.key, member.value]));
    const known = new Set<string>();
    for (const { key, value } of this.catalogue.live) {
      known.add(key);
      const their = byKey.get(key);
      if (this.isOwn) this.takeKey(key, value, their);
      else this.takeTexts(key, value, their);
    }
    for (const { key, value } of theirs) if (!known.has(key)) this.takeNew(key, value);
    return this.finish();
  }

  /** A key that the catalogue does not have: for another language than its own with the texts of that alone. */
  private takeNew(key: string, value: JsonNode): void {
    if (this.isOwn) this.add(["strings", key], stringIn(this.part, value, this.code, true, true)!);
    else this.takeTexts(key, undefined, value);
  }

  private takeKey(key: string, ours: JsonNode, theirs: JsonNode | undefined): void {
    if (!theirs) {
      this.removed.push(["strings", key]);
      return;
    }
    if (ours.kind !== "object" || theirs.kind !== "object") {
      if (ours.kind !== "object" || theirs.kind !== ours.kind)
        this.replace(ours, stringIn(this.part, theirs, this.code, true, true)!);
      return;
    }
    const rest = this.membersBeside(ours);
    for (const [name, value] of this.membersBeside(theirs)) {
      const old = rest.get(name);
      rest.delete(name);
      if (old) this.replace(old, this.raw(value));
      else this.add(["strings", key, name], this.raw(value));
    }
    for (const name of rest.keys()) this.removed.push(["strings", key, name]);
    this.takeTexts(key, ours, theirs);
  }

  /** What a key has beside its texts. */
  private membersBeside(value: JsonObject): Map<string, JsonNode> {
    const others = liveMembers(value).filter(({ key }) => key !== "localizations");
    return new Map(others.map(({ key, value: node }) => [key, node]));
  }

  private takeTexts(key: string, ours: JsonNode | undefined, theirs: JsonNode | undefined): void {
    const localizations = memberOf(ours, "localizations");
    const old = localizationIn(localizations, this.code);
    const own = localizationIn(memberOf(theirs, "localizations"), this.code);
    if (own && old) this.replace(old.value, this.raw(own.value));
    else if (own) this.add(["strings", key, "localizations", this.spelling ?? this.code], this.raw(own.value));
    else if (old) {
      // Another spelling of the code would come to life.
      const spelled = new Set((localizations as JsonObject).members.map((member: JsonMember) => member.key));
      for (const code of spelled) this.removed.push(["strings", key, "localizations", code]);
    }
  }

  private finish(): string {
    if (this.added.length > 0 || this.removed.length > 0) {
      const keys = new Set([...this.added.map(([path]) => path), ...this.removed].map((path) => String(path[1])));
      const { surgery } = catalogueSurgery(this.text, keys, true);
      for (const path of this.removed) surgery.remove(path);
      for (const [path, value] of this.added) surgery.add({ path, value });
      surgery.finish(this.patches);
    }
    return applyPatches(this.text, this.patches.finish());
  }
}

/** See `CatalogueShape.join`. */
export function joinPart(text: string | undefined, code: string, part: string | undefined): string | undefined {
  if (!isCode(code)) throw new EditRefused(refusal("writeNotCode", { code }));
  if (text === undefined) return part === undefined ? undefined : (partOf(part, code) ?? createFrom(part));
  if (part !== undefined) return new Joiner(text, code, part).join();
  const [source, ...others] = languagesOf(text);
  if (!sameCode(source!, code)) return new Joiner(text, code, createFrom(text)).join();
  if (others.length === 0) return undefined;
  throw new EditRefused(refusal("writeSourceLanguage", { code }));
}
