import { Field } from "@/app/ui/field";
import { FilterForm } from "@/app/ui/filter-form";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput, readCursor } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { TickedForm } from "@/app/ui/ticked-form";
import { listAllTokens, TOKEN_KINDS } from "@/lib/domain/users/list-tokens";
import { urls } from "@/lib/urls";
import { revokeTicked } from "../users/actions";
import { TokenRows } from "./token-rows";

export const generateMetadata = titled("manage.tokens.title");

const SIZE = 50;
const FORM = "chosen-tokens";

/** The tokens of everybody. */
export default async function TokensPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    const words = one(asked.q);
    const kind = TOKEN_KINDS.find((name) => name === one(asked.kind));
    const after = readCursor(asked.after);
    const found = await listAllTokens(await currentActor(), { words, kind, after, limit: SIZE });
    const query = { q: words || undefined, kind };
    return (
      <Page title={t("manage.tokens.title")} lead={t("manage.tokens.lead", { count: found.count })}>
        <FilterForm label={t("manage.tokens.find")}>
          <Field
            className="min-w-48 grow sm:max-w-[320px]"
            label={t("manage.q.label")}
            name="q"
            defaultValue={words}
            placeholder={t("manage.tokens.placeholder")}
          />
          <Select
            label={t("manage.kind")}
            name="kind"
            defaultValue={kind ?? ""}
            choices={[
              { value: "", label: t("manage.tokens.kind.all") },
              ...TOKEN_KINDS.map((value) => ({ value, label: t(`manage.tokens.kind.${value}`) })),
            ]}
          />
        </FilterForm>
        <TokenRows
          tokens={found.rows}
          ticks={{ form: FORM, name: "token" }}
          csv={path(urls.table("tokens", [], query))}
        />
        {found.rows.length > 0 ? (
          <TickedForm
            id={FORM}
            action={revokeTicked}
            label={t("tokens.ticked.title")}
            acts={[{ value: "revoke", label: t("tokens.revoke") }]}
            submit={t("manage.people.act.do")}
          />
        ) : null}
        <KeyPager
          first={after ? path(urls.siteTokens(query)) : undefined}
          next={found.next ? path(urls.siteTokens({ ...query, after: String(found.next) })) : undefined}
        />
      </Page>
    );
  });
}
