import { useTexts } from "#texts";
import { LinkButton } from "@/app/ui/link-button";

/** The way to the page that tells what would go, below the settings. */
export function RemoveLink({ name, href, what }: { name: string; href: string; what: string }) {
  const t = useTexts();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 rounded-panel border border-failing bg-surface p-4 lg:ms-[204px] lg:max-w-[760px]">
      <p className="min-w-0 grow basis-72 text-table text-ink-2">{what}</p>
      <LinkButton href={href}>{t("componentSettings.openRemove", { name })}</LinkButton>
    </div>
  );
}
