import { Callout } from "@/app/ui/callout";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { FilterForm } from "@/app/ui/filter-form";
import { found } from "@/app/ui/found";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { TickedForm } from "@/app/ui/ticked-form";
import { can } from "@/lib/domain/access/demand";
import { searchPeople } from "@/lib/domain/search/find-people";
import { PEOPLE_ACTS } from "@/lib/domain/users/act-on-people";
import { PEOPLE_KINDS, PEOPLE_ORDERS } from "@/lib/domain/users/list-people";
import { urls } from "@/lib/urls";
import { actOnSelected } from "./actions";
import { NewPerson } from "./new-person";
import { BULK_FORM, PeopleTable } from "./people-table";

export const generateMetadata = titled("manage.people.title");

const SIZE = 50;

/** Everybody with an account, bots included. */
export default async function PeoplePage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    const actor = await currentActor();
    // Called, not rendered: what it refuses is caught here.
    if (one(asked.add)) return NewPerson();
    const words = one(asked.q);
    const kind = PEOPLE_KINDS.find((name) => name === one(asked.kind));
    const order = PEOPLE_ORDERS.find((name) => name === one(asked.order)) ?? "newest";
    const after = one(asked.after) || undefined;
    const people = await found(t, searchPeople(actor, { q: words, kind, order, after, limit: SIZE }));
    const query = { q: words || undefined, kind, order: order === "newest" ? undefined : order };
    const manages = can(actor, "user.edit");
    const done = one(asked.done);
    return (
      <Page
        title={t("manage.people.title")}
        lead={people.error ? undefined : t("manage.people.count", { count: people.count })}
        actions={
          manages ? (
            <LinkButton kind="primary" href={path(urls.people({ add: "1" }))}>
              {t("manage.people.add")}
            </LinkButton>
          ) : null
        }
      >
        {done === "removed" || done === "merged" ? (
          <div className="mb-4">
            <Callout tone="success" live>
              {t(done === "removed" ? "manage.people.removed" : "manage.people.merged")}
            </Callout>
          </div>
        ) : null}
        <FilterForm label={t("manage.findPeople")}>
          <Field
            className="min-w-48 grow sm:max-w-[320px]"
            label={t("manage.q.label")}
            name="q"
            defaultValue={words}
            placeholder={t("manage.q.placeholder")}
            error={people.error}
            hint={t("manage.q.hint")}
          />
          <Select
            label={t("manage.people.kind.label")}
            name="kind"
            defaultValue={kind ?? ""}
            choices={[
              { value: "", label: t("manage.people.kind.all") },
              ...PEOPLE_KINDS.map((value) => ({ value, label: t(`manage.people.kind.${value}`) })),
            ]}
          />
          <Select
            label={t("manage.people.order.label")}
            name="order"
            defaultValue={order}
            choices={PEOPLE_ORDERS.map((value) => ({ value, label: t(`manage.people.order.${value}`) }))}
          />
        </FilterForm>
        {people.error ? null : people.rows.length === 0 ? (
          <EmptyState title={t("manage.noPeople")}>{t("manage.noPeopleText")}</EmptyState>
        ) : (
          <PeopleTable
            people={people.rows}
            selects={manages}
            csv={path(urls.table("users", [], { q: query.q, kind }))}
          />
        )}
        {manages && people.rows.length > 0 ? (
          <TickedForm
            id={BULK_FORM}
            action={actOnSelected}
            label={t("manage.people.act.title")}
            acts={PEOPLE_ACTS.map((value) => ({ value, label: t(`manage.people.act.${value}`) }))}
            submit={t("manage.people.act.do")}
          />
        ) : null}
        <KeyPager
          first={after ? path(urls.people(query)) : undefined}
          next={people.next ? path(urls.people({ ...query, after: people.next })) : undefined}
        />
      </Page>
    );
  });
}
