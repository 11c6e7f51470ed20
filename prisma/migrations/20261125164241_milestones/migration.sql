-- AlterTable
ALTER TABLE "components" ADD COLUMN     "complete" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "translations" ADD COLUMN     "complete" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "project_contributors" (
    "project_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "project_contributors_pkey" PRIMARY KEY ("project_id","user_id")
);

-- CreateIndex
CREATE INDEX "project_contributors_user_id_idx" ON "project_contributors"("user_id");

-- AddForeignKey
ALTER TABLE "project_contributors" ADD CONSTRAINT "project_contributors_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_contributors" ADD CONSTRAINT "project_contributors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is known today: nothing of it is told as news. About ten seconds for 1,000,000 lines of the ledger.
insert into "project_contributors" ("project_id", "user_id")
select distinct ch."project_id", ch."author_id" from "changes" ch
  join "projects" p on p."id" = ch."project_id"
  join "users" u on u."id" = ch."author_id" and not u."is_bot" and not u."is_anonymous"
where ch."action" in (2, 5, 6, 7, 8, 9, 27, 30, 31, 32, 36, 37, 66, 76, 77, 79, 94);

update "translations" t set "complete" = true from "counters" k
where k."scope" = 'translation' and k."object_id" = t."id" and k."language_id" = 0 and k."total" > 0
  and k."translated" >= k."total" and not t."is_source";

update "components" c set "complete" = true
where (select coalesce(bool_and(t."complete"), false) from "translations" t where t."component_id" = c."id" and not t."is_source");
