import { components, languages, localCommits, pendingChanges, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber, counted } from "@/lib/platform/expressions";
import { rehearse } from "@/lib/platform/rehearse";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../../access/actor";
import type { Addon, AddonTools } from "../../addons/addon";
import { botIdentity } from "../../addons/bot";
import { publishedBytes, publishFiles } from "../../addons/published-files";
import { bulkEdit } from "../../bulk/edit-component";
import { type ComponentRow, componentsOfRepository } from "../../components/components";
import { readCounter } from "../../counters/read-counters";
import { beginLanguage } from "../../creation/add-language";
import { removeStaleComments, removeStaleSuggestions } from "../../discussion/remove-stale";
import { DomainError, Locked, type Sentence, sentenceOf } from "../../errors";
import { textsOfPage } from "../../files/page-jobs";
import { addonTranslations } from "../../integrate/addon-translations";
import { renderForFile } from "../../integrate/commit-message";
import { discardLocal, linesOf, performOperation } from "../../integrate/operations";
import { autoTranslate } from "../../machinery/auto-translate";
import { searchStrings } from "../../search/search-strings";
import type { PathObject } from "../../translations/resolve-path";
import { findTranslation } from "../../translations/translations";
import { addFoundTexts } from "../../units/add-unit";
import { editStrings } from "../../units/edit-strings";
import { withAddonFiles } from "../addon-files";
import { createSibling, removeSibling } from "./addon-siblings";
import { keyOfText, translatedTexts, wholePercent } from "./addon-texts";

const [t, c, l] = [translations.as("t"), components.as("c"), languages.as("l")];

/** So many strings that a search finds are shown. */
const SAMPLES = 3;

/** The functions that an add-on is handed for one component, all bound to its bot. */
export function addonTools(bot: Actor, addon: Addon, component: ComponentRow, addonId: number): AddonTools {
  const author = botIdentity(bot);
  return {
    removeComments: (days) => removeStaleComments(bot, component.id, days),
    removeSuggestions: (days, votes) => removeStaleSuggestions(bot, component.id, days, votes),
    translations: () => addonTranslations(component.id),
    projectLanguages: () => projectLanguages(component.projectId),
    addLanguage: (code) => refusalOf(beginLanguage(bot, component, code)),
    async autoTranslate(translation, { auto_source: autoSource, ...wish }) {
      const target = await findTranslation(bot, component, translation.languageCode);
      return (await autoTranslate(bot, target, { ...wish, autoSource }, { cause: "addon" })).accepted;
    },
    editStrings: (translation, rule) => editStrings(bot, translation, rule, { cause: "addon", name: addon.id }),
    async findStrings(q, within) {
      const { project } = component;
      const at = { project, component };
      const place: PathObject = within
        ? { ...at, kind: "translation", translation: await findTranslation(bot, component, within.languageCode) }
        : { ...at, kind: "component" };
      const found = await searchStrings(bot, q, { limit: SAMPLES, offset: 0 }, { place, whole: true });
      const samples = [...new Set(found.rows.map(({ sources }) => sources[0] ?? ""))];
      return { count: found.count, more: found.more, samples };
    },
    rehearse: (work) => rehearse(async () => {}, work),
    bulkEdit: (wish, apply) => bulkEdit(bot, component, wish, { apply, name: addon.id }),
    withFiles: (work) => withAddonFiles(component, { name: addon.name, author }, (files) => work(files)),
    render: (template, translation) =>
      renderForFile(component, template, {
        translation: { ...translation, languageDbCode: translation.languageCode },
        languageName: translation.languageName,
        author: `${author.name} <${author.email}>`,
      }),
    async siblings() {
      const rows = await componentsOfRepository(component.repositoryId);
      return rows.map(({ id, name, slug, filemask, linkedComponentId }) => ({
        id,
        name,
        slug,
        filemask,
        owner: linkedComponentId === null,
      }));
    },
    createSibling: (wanted, copyAddons) => refusalOf(createSibling(bot, component, wanted, copyAddons)),
    removeSibling: (id) => removeSibling(bot, component, id),
    publish: (files, keep) => publishFiles(addonId, files, keep),
    readPublished: (path) => publishedBytes(addonId, path),
    async percent(translation) {
      const { total, translated } = await readCounter("translation", translation.id);
      return wholePercent(translated, total);
    },
    async operate(operation) {
      const answer = await performOperation(component.repositoryId, operation, () => {}, { askedBy: ledgerUser(bot) });
      return answer.result ? undefined : inLines(linesOf(answer));
    },
    texts: (translation) => translatedTexts(translation.id),
    textsOfPage: (html, selector) => textsOfPage({ html, selector }),
    async addTexts(texts) {
      if (texts.length === 0) return [];
      const source = await findTranslation(bot, component, component.sourceLanguage.code);
      return addFoundTexts(
        bot,
        source,
        texts.map((text) => ({ text, key: keyOfText(text) })),
      );
    },
    unpushed: () => unpushed(component),
    async reset() {
      const answer = await discardLocal(component.repositoryId, ledgerUser(bot));
      return answer.result ? undefined : inLines(linesOf(answer));
    },
  };
}

async function unpushed({ repositoryId }: ComponentRow): Promise<{ strings: number; commits: number }> {
  const p = pendingChanges.as("p");
  const waiting = await db.one(sql`
    select ${named({ strings: asNumber(sql`count(distinct ${p.unitId})`) })}
    from ${p} join ${t} on ${t.id} = ${p.translationId} join ${c} on ${c.id} = ${t.componentId}
    where ${c.repositoryId} = ${repositoryId}`);
  const made = await db.one(sql`
    select ${counted} from ${localCommits} where ${localCommits.repositoryId} = ${repositoryId}`);
  return { strings: waiting?.strings ?? 0, commits: made?.count ?? 0 };
}

async function projectLanguages(projectId: number): Promise<string[]> {
  const rows = await db.rows(sql`
    select distinct ${pick(l, "code")}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${l} on ${l.id} = ${t.languageId}
    where ${c.projectId} = ${projectId} and ${c.removedAt} is null and not ${t.isSource} order by 1`);
  return rows.map((row) => row.code);
}

/** What an operation failed at, line by line. */
function inLines(lines: readonly Sentence[]): Sentence {
  const [first, ...others] = lines;
  return others.reduce<Sentence>(
    (before, next) => refusal("runNextLine", { before, next }),
    first ?? refusal("operationFailed"),
  );
}

/** Why something cannot be done, where the answer is no; anything else that goes wrong goes on its way. */
async function refusalOf(work: Promise<unknown>): Promise<Sentence | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof Locked)) return sentenceOf(error);
    throw error;
  }
}
