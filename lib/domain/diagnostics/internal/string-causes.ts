import { sourceUnits, translations, units } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { ARE_THERE, type Cause, c, details, FROM_COMPONENTS } from "./causes";

const [s, t, u] = [sourceUnits.as("s"), translations.as("t"), units.as("u")];

/** Strings that are looked at, and how many there must be. */
const SAMPLE = 200;
const FEW = 3;

const MORE_THAN_FEW = sql`
  (select count(*) from (select from ${s} where ${s.componentId} = ${c.id} limit ${FEW + 1}) as few) > ${FEW}`;

/** Causes for which strings are read: of each component some, or until the first one that says otherwise. */
export const STRING_CAUSES: readonly Cause[] = [
  {
    // Sources without a single blank are keys, when translations have some.
    kind: "MonolingualTranslation",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('file_format', ${c.fileFormat})`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and ${c.template} = '' and not ${c.isGlossary} and ${MORE_THAN_FEW}
          and not exists (select from ${s} where ${s.componentId} = ${c.id} and position(' ' in ${s.sources}[1]) > 0)
          and exists (
            select from ${t} join ${u} on ${u.translationId} = ${t.id}
            where ${t.componentId} = ${c.id} and not ${t.isSource} and position(' ' in ${u.targets}[1]) > 0)`,
  },
  {
    // Keys that are sentences are source texts.
    kind: "MonolingualGettext",
    found: (at) => sql`
      select ${named({ id: c.id, details: details(sql`jsonb_build_object('template', ${c.template})`) })} ${FROM_COMPONENTS}
      where ${ARE_THERE} and ${at} and ${c.fileFormat} = 'po-mono' and ${MORE_THAN_FEW} and (
          select count(*) filter (where position(' ' in few.context) > 0) * 2 > count(*)
          from (select ${s.context} from ${s} where ${s.componentId} = ${c.id} limit ${SAMPLE}) as few)`,
  },
];
