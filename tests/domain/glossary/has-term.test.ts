import { expect, it } from "vitest";
import { searchUnits } from "@/lib/domain/search/search-units";
import { addTerm, withGlossary } from "../../support/glossary";
import { makePerson } from "../../support/people";

it("has:glossary finds strings with a term as a whole word, and no others", async () => {
  const admin = await makePerson("terms-admin", { superuser: true });
  const { component, glossary } = await withGlossary(admin, {
    a: "Delete the file",
    b: "Your profile",
    c: "A FILE, please",
    d: "Filed away",
    e: "Made in C++ (again)",
    f: "Zählt 5%",
    g: "删除文件夹",
  });
  for (const term of ["file", "C++", "5%", "文件"]) await addTerm(admin, glossary, term);
  const found = async () =>
    (
      await searchUnits(admin, `project:${component.project.slug} AND component:app AND language:cs AND has:glossary`, {
        limit: 10,
        offset: 0,
      })
    ).rows.map((row) => row.sources[0]);
  expect((await found()).sort()).toEqual([
    "A FILE, please",
    "Delete the file",
    "Made in C++ (again)",
    "Zählt 5%",
    "删除文件夹",
  ]);
});
