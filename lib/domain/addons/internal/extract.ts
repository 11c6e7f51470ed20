import { z } from "zod";
import { extractStrings, type SourceFile } from "@/lib/platform/extract-strings";
import { globMatcher, globProblem, readPotfiles } from "@/lib/text/formats/gettext/gettext";
import { refusal } from "@/lib/text/messages/refusal";
import type { ComponentRow } from "../../components/components";
import { Failed } from "../../errors";
import type { AddonFiles } from "../addon";
import { choice, text } from "./fields";
import { refuse, refused } from "./refused";
import { eitherOf } from "./said";
import { readSources, TEMPLATE_SETTINGS, templateAddon } from "./template-addon";

/** Templates (POT) made anew from the sources of a program, by gettext's programs. */

const CHECKS = ["ellipsis-unicode", "space-ellipsis", "quote-unicode", "bullet-unicode"] as const;
const LANGUAGES = [
  ...([
    "",
    "C",
    "C++",
    "ObjectiveC",
    "Shell",
    "Python",
    "Lisp",
    "EmacsLisp",
    "librep",
    "Scheme",
    "Smalltalk",
    "Java",
  ] as const),
  ...(["C#", "awk", "YCP", "Tcl", "Perl", "PHP", "GCC-source", "Lua", "JavaScript", "Vala"] as const),
] as const;

const LANGUAGE_NAMES = {
  ...Object.fromEntries(LANGUAGES.map((name) => [name, name])),
  "": "As the ending of each file says",
} as Record<(typeof LANGUAGES)[number], string>;

/** A word for xgettext's `--keyword`: a function, and which of its arguments are texts. */
const KEYWORD = /^[A-Za-z_$][\w.$]*(?::\d{1,2}[ct]?(?:,\d{1,2}[ct]?){0,4})?$/;
const words = (value: string) => value.split(/\s+/).filter(Boolean);
const lines = (value: string) => value.split("\n").flatMap((line) => line.trim() || []);

const common = {
  ...TEMPLATE_SETTINGS,
  comment_mode: choice({
    title: "Comments for translators",
    values: ["off", "all", "tagged"],
    initial: "tagged",
    labels: { off: "None", all: "Every comment before a text", tagged: "Comments that begin with the tag" },
  }),
  comment_tag: text({ title: "Tag of comments", initial: "TRANSLATORS:", most: 50 }).refine(
    (value) => /^[\w:.@ -]*$/.test(value) && !value.startsWith("-"),
    refused(refusal("settingTag")),
  ),
  checks: z
    .preprocess(
      (value) => (typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : (value ?? [])),
      z.array(z.enum(CHECKS, refused(refusal("settingAmong", { values: CHECKS.join(", ") })))).max(CHECKS.length),
    )
    .default([])
    .meta({
      title: "Checks of the sources",
      labels: {
        "ellipsis-unicode": "Three dots instead of …",
        "space-ellipsis": "A space before dots",
        "quote-unicode": "Straight quotation marks",
        "bullet-unicode": "A star instead of •",
      },
    }),
  keyword: text({
    title: "Further functions",
    description: "Functions that take texts, such as tr or ntr:1,2, separated by spaces.",
    most: 1000,
  }).refine((value) => words(value).every((word) => KEYWORD.test(word)), refused(refusal("settingKeywords"))),
};

const potfiles = text({
  title: "List of files",
  description: "Path of a POTFILES file. If empty, POTFILES.in or POTFILES beside the template.",
  most: 400,
});

const xgettextSettings = z.object({
  ...common,
  input_mode: choice({
    title: "Which files",
    values: ["patterns", "potfiles"],
    initial: "patterns",
    labels: { patterns: "Those that match patterns", potfiles: "Those of a POTFILES file" },
  }),
  language: choice({
    title: "Programming language",
    values: LANGUAGES,
    initial: "",
    labels: LANGUAGE_NAMES,
  }),
  source_patterns: text({
    title: "Patterns",
    description: "One in each line, such as src/**/*.c.",
    long: true,
    most: 4000,
  }).superRefine((value, context) => {
    for (const pattern of lines(value)) {
      const problem = globProblem(pattern);
      if (problem) refuse(context, refusal("readMember", { name: pattern.slice(0, 50), why: problem }));
    }
  }),
  potfiles_path: potfiles,
});

const mesonSettings = z.object({
  ...common,
  preset: choice({
    title: "Preset",
    values: ["", "glib"],
    initial: "glib",
    labels: { "": "None", glib: "glib: what GLib's functions take" },
  }),
  potfiles_path: potfiles,
});

/** What Meson hands xgettext for the preset of this name. */
const GLIB = [
  ...["_", "N_", "C_:1c,2", "NC_:1c,2", "g_dcgettext:2", "g_dngettext:2,3", "g_dpgettext2:2c,3"].map(
    (one) => `--keyword=${one}`,
  ),
  ...["N_:1:pass-c-format", "C_:2:pass-c-format", "NC_:2:pass-c-format", "g_dngettext:2:pass-c-format"].map(
    (one) => `--flag=${one}`,
  ),
  ...[
    "g_strdup_printf:1:c-format",
    "g_string_printf:2:c-format",
    "g_error_new:3:c-format",
    "g_set_error:4:c-format",
  ].map((one) => `--flag=${one}`),
];

type Settings = z.infer<z.ZodObject<typeof common>> & {
  input_mode?: string;
  language?: string;
  source_patterns?: string;
  potfiles_path: string;
  preset?: string;
};

export const xgettext = templateAddon(
  {
    id: "gettext.xgettext",
    name: "Update the template with xgettext",
    description:
      "Makes the template (POT) anew from the sources with GNU xgettext, after updates and as often as wanted. The strings come to all languages once upstream has the template.",
    program: "xgettext",
  },
  xgettextSettings,
  sourcesOf,
  (sources, settings, component) => extractStrings(sources, optionsOf(settings, component)),
);

export const meson = templateAddon(
  {
    id: "gettext.meson",
    name: "Update the template as Meson does",
    description:
      "Makes the template (POT) anew from the files of POTFILES, with the options of Meson's presets, by GNU xgettext. Nothing of the project is run. The strings come to all languages once upstream has the template.",
    program: "xgettext",
  },
  mesonSettings,
  sourcesOf,
  (sources, settings, component) => extractStrings(sources, optionsOf(settings, component)),
);

function optionsOf(given: Settings, component: ComponentRow): string[] {
  const comments = { off: [], all: ["--add-comments"], tagged: [`--add-comments=${given.comment_tag}`] };
  return [
    ...(given.language ? [`--language=${given.language}`] : []),
    ...comments[given.comment_mode],
    ...given.checks.map((check) => `--check=${check}`),
    ...(given.preset === "glib" ? GLIB : []),
    ...words(given.keyword).map((word) => `--keyword=${word}`),
    `--package-name=${component.name.replace(/[\r\n]+/g, " ")}`,
    `--msgid-bugs-address=${component.reportSourceBugs.replace(/[\r\n]+/g, " ")}`,
  ];
}

async function sourcesOf(given: Settings, component: ComponentRow, files: AddonFiles): Promise<SourceFile[]> {
  if (given.input_mode === "patterns") {
    const patterns = lines(given.source_patterns ?? "").map(globMatcher);
    if (patterns.length === 0) throw new Failed(refusal("extractPatterns"));
    const paths = (await files.paths()).filter((path) => patterns.some((fits) => fits(path)));
    return readSources(files, paths.sort());
  }
  const folder = component.newBase.replace(/[^/]*$/, "");
  const wanted = given.potfiles_path ? [given.potfiles_path] : [`${folder}POTFILES.in`, `${folder}POTFILES`];
  for (const path of wanted) {
    const list = await files.read(path);
    if (list === undefined) continue;
    const there = new Set(await files.paths());
    const top = folder.replace(/[^/]*\/$/, "");
    // They are counted from the top of the program, which may be a folder of the repository.
    const paths = readPotfiles(list).flatMap((one) => [one, top + one].find((known) => there.has(known)) ?? []);
    return readSources(files, [...new Set(paths)]);
  }
  throw new Failed(refusal("extractNoFile", { names: eitherOf(wanted) }));
}
