import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import type { ComponentRow } from "@/lib/domain/components/components";
import { type AccessUsed, accessUsed } from "@/lib/domain/integrate/repository-access";

/** With what Loquat fetches and pushes. */
export async function AccessNote({ component }: { component: ComponentRow }) {
  const t = await getTexts();
  const { fetch, push } = await accessUsed(await currentActor(), component);
  const say = (used: AccessUsed) =>
    used.kind === "account"
      ? t("repository.access.account", { place: used.place })
      : t(`repository.access.${used.kind}`);
  if (!fetch && !push) return null;
  return (
    <p className="mb-6 max-w-[72ch] text-table text-ink-2">
      {fetch ? t("repository.access.fetches", { used: say(fetch) }) : null}{" "}
      {push ? t("repository.access.pushes", { used: say(push) }) : null}
    </p>
  );
}
