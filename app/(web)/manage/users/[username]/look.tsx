import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import { viewAsPerson } from "@/app/ui/viewing-actions";
import type { looksAt } from "@/lib/domain/users/viewing";

/** Looking through somebody's eyes, and who has done so. */
export function Look({
  username,
  looks,
  allowed,
}: {
  username: string;
  looks: Awaited<ReturnType<typeof looksAt>>;
  allowed: boolean;
}) {
  const t = useTexts();
  return (
    <Section title={t("viewing.title")}>
      <div className="panel divide-y divide-line">
        {allowed ? (
          <ActionForm
            action={viewAsPerson.bind(null, username)}
            label={t("viewing.viewAs", { user: username })}
            className="grid gap-3 p-4"
          >
            <p className="text-ink-2">{t("viewing.lead")}</p>
            <div>
              <Submit kind="secondary">{t("viewing.viewAs", { user: username })}</Submit>
            </div>
          </ActionForm>
        ) : null}
        {looks.length > 0 ? (
          <ul className="grid gap-1 p-4 text-table" aria-label={t("viewing.looks")}>
            {looks.map((look) => (
              <li key={look.id}>
                {t.rich("viewing.look", {
                  user: look.by,
                  name: (chunks) => <bdi className="font-medium">{chunks}</bdi>,
                  at: () => <RelativeTime at={look.startedAt} />,
                })}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}
