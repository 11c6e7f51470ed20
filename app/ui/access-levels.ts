/** Who may see a project, by the number that is stored. */
export const ACCESS_LEVELS = [
  { value: "0", label: "Public", hint: "Everybody sees it and may suggest; everybody who is signed in may translate." },
  { value: "1", label: "Protected", hint: "Everybody sees it; only the teams of the project translate." },
  { value: "100", label: "Private", hint: "Only the teams of the project see it." },
  { value: "200", label: "Custom", hint: "Site-wide teams decide; the project has none of its own." },
] as const;
