/** A language without its country, script or variant: `pt` of `pt_BR`. */
export const baseLanguage = (code: string): string => code.split(/[_@-]/)[0]?.toLowerCase() ?? "";
