import { NotFound } from "@/lib/domain/errors";
import { nearAddresses } from "@/lib/domain/translations/near-addresses";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { OBJECT_PAGES } from "@/lib/urls/object-pages";
import { currentObject } from "./current-object";
import { currentList } from "./editor-place";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { requestPath } from "./request-path";
import { currentActor } from "./session";

/** First words of the pages of the editor. */
const STRING_PAGES: ReadonlySet<string> = new Set(["translate", "zen", "browse"]);

/** Words of an address; none of one that cannot be read, as this page is where it ends. */
function wordsOf(segments: readonly string[]): string[] {
  try {
    return decodedPath(segments);
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
}

/** Whether a path leads somewhere. Pages have asked for most paths themselves, and each is looked up once. */
async function isThere(word: string, segments: readonly string[]): Promise<boolean> {
  if (STRING_PAGES.has(word)) return (await currentList(segments)) !== undefined;
  try {
    await currentObject(segments);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** Places with nearly the name of the one that is not there; nothing on a page that is: all pages carry this one with them. */
export async function NearNames() {
  const { pathname } = new URL(await requestPath(), "http://page.invalid");
  const [word = "", ...rest] = pathname.split("/").filter(Boolean);
  if (!OBJECT_PAGES.has(word) || (rest.length > 0 && (await isThere(word, rest)))) return null;
  const near = await nearAddresses(await currentActor(), wordsOf(rest));
  if (near.length === 0) return null;
  const t = await getTexts();
  return (
    <div className="border-b border-line pb-4">
      <p className="font-semibold">{t("refused.near")}</p>
      <ul className="mt-1 grid gap-1">
        {near.map(({ slugs, name }) => (
          <li key={slugs.join("/")}>
            <a href={path(urls.below(word, slugs))} className="name-link inline-flex min-h-8 items-center break-words">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
