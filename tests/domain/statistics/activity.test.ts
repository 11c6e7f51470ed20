import { expect, it } from "vitest";
import {
  activityByLanguage,
  activityByPerson,
  activityByWeek,
  creditsOf,
  lastWeeks,
} from "@/lib/domain/statistics/activity";
import { findTranslation } from "@/lib/domain/translations/translations";
import { addUnit } from "@/lib/domain/units/add-unit";
import { changeUnit } from "@/lib/domain/units/change-unit";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

it("a string that is added, explained or flagged is nobody's translation in any language", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const { component } = await connect(
    admin,
    { "l/en.json": '{\n  "a": "Apple"\n}\n', "l/cs.json": "{}\n", "l/de.json": "{}\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", manageUnits: true },
  );
  const place = { componentId: component.id };
  const period = lastWeeks(2);
  await addUnit(admin, await findTranslation(admin, component, "en"), { context: "b", sources: ["Bean soup"] });
  await changeUnit(admin, await unitId(component, "en", "Apple"), {
    explanation: "A fruit.",
    extraFlags: "max-length:20",
  });
  const done = async () => ({
    languages: (await activityByLanguage(admin, place, period)).map(({ code, added, edited, words }) => ({
      ...{ code, added, edited, words },
    })),
    people: (await activityByPerson(admin, place, period, { limit: 10 })).rows.map(({ words }) => words),
    weeks: (await activityByWeek(admin, place, period)).reduce((all, week) => all + week.added + week.edited, 0),
    credits: (await creditsOf(admin, place, period, { limit: 10 })).map(({ language, changes }) => [language, changes]),
  });
  expect(await done()).toEqual({ languages: [], people: [], weeks: 0, credits: [] });
  await editUnit(admin, await unitId(component, "cs", "Bean soup"), { targets: ["Fazolová polévka"], state: 20 });
  expect(await done()).toEqual({
    languages: [{ code: "cs", added: 1, edited: 0, words: 2 }],
    people: [2],
    weeks: 1,
    credits: [["Czech", 1]],
  });
});
