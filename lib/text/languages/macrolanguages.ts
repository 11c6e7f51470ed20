/**
 * Codes of ISO 639 for groups of languages, or for languages in several scripts, where a file rarely means the whole: each
 * with the codes that say which. Groups of which one language is meant as a rule, such as Arabic, are not here.
 */
export const MACROLANGUAGES: Readonly<Record<string, readonly string[]>> = {
  bal: ["bgn", "bgp", "bcc"],
  bik: ["bcl"],
  cr: ["crk", "cwd", "csw"],
  del: ["umu", "unm"],
  den: ["xsl", "scs"],
  din: ["dip", "diw", "dik"],
  hmn: ["hmv", "mww"],
  jrb: ["ajp", "aju", "yhd"],
  ku: ["ckb", "kmr", "sdh"],
  lah: ["hno", "pnb", "skr"],
  luy: ["bxk", "ida", "lri"],
  man: ["mku", "mnk", "emk"],
  no: ["nb", "nn"],
  qu: ["quz", "quy", "qvi"],
  sh: ["bs", "hr", "sr"],
  zh: ["zh_Hans", "zh_Hant"],
};

/**
 * Groups of which one language is meant as a rule, each with the others that the code may stand for, as far as they have a
 * code of their own in the catalogue.
 */
export const WIDE_CODES: Readonly<Record<string, readonly string[]>> = {
  ar: ["acm", "aeb", "apc", "arq", "ars", "ary", "arz", "ayl"],
  az: ["azb"],
  kok: ["gom"],
  sq: ["aln"],
  zh: ["cdo", "gan", "hak", "hsn", "nan", "wuu", "yue"],
};
