import type { Metadata } from "next";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { listDeliveries } from "@/lib/domain/addons/deliveries";
import { urls } from "@/lib/urls";
import { addonCrumbs, addonTitle, findShown, nameOf } from "../addon-home";
import { DeliveryItem } from "./delivery-item";

export async function generateMetadata({ params }: { params: Promise<{ id: string }> }): Promise<Metadata> {
  const [t, addon] = [await getTexts(), await addonTitle(params)];
  return { title: [t("addons.deliveries.title"), addon].filter(Boolean).join(" · ") };
}

const SIZE = 50;
const STATES = [undefined, "waiting", "failed", "delivered"] as const;

/** Messages that an add-on sent to another service, newest first. */
export default async function DeliveriesPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  return guarded(async () => {
    const t = await getTexts();
    const row = await findShown((await params).id);
    const query = await searchParams;
    const state = STATES.find((known) => known !== undefined && known === one(query.state));
    const from = one(query.before) ?? "";
    const before = /^[1-9]\d{0,14}$/.test(from) ? Number(from) : undefined;
    const { rows } = await listDeliveries(await currentActor(), row.id, { state, before, limit: SIZE + 1 });
    const shown = rows.slice(0, SIZE);
    const here = path(urls.deliveriesPage(row.id));
    const at = (given: Record<string, string | undefined>) => {
      const set = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
      const text = String(new URLSearchParams(set as [string, string][]));
      return text ? `${here}?${text}` : here;
    };
    return (
      <Page
        title={t("addons.deliveries.title")}
        crumbs={[...addonCrumbs(t, row, true), { label: t("addons.deliveries.title") }]}
        lead={t("addons.deliveries.lead", { name: nameOf(t, row) })}
      >
        <Tabs
          label={t("addons.deliveries.title")}
          tabs={STATES.map((known) => ({
            label: known === undefined ? t("addons.deliveries.all") : t(`addons.deliveries.state.${known}`),
            href: at({ state: known }),
            current: known === state,
          }))}
        />
        {shown.length === 0 ? (
          <EmptyState title={t("addons.deliveries.none")}>{t("addons.deliveries.noneText")}</EmptyState>
        ) : (
          <ul className="grid gap-2">
            {shown.map((delivery) => (
              <DeliveryItem key={delivery.id} addonId={row.id} row={delivery} />
            ))}
          </ul>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {before === undefined ? null : <LinkButton href={at({ state })}>{t("addons.deliveries.newest")}</LinkButton>}
          {rows.length > SIZE ? (
            <LinkButton href={at({ state, before: String(shown.at(-1)?.id) })}>
              {t("addons.deliveries.older")}
            </LinkButton>
          ) : null}
        </div>
      </Page>
    );
  });
}
