/** Letters that do not come apart into a base letter and marks. */
const LETTERS = new Map(
  Object.entries({
    ß: "ss",
    æ: "ae",
    œ: "oe",
    ø: "o",
    đ: "d",
    ð: "d",
    þ: "th",
    ł: "l",
    ħ: "h",
    ı: "i",
    ŧ: "t",
    ŋ: "n",
    а: "a",
    б: "b",
    в: "v",
    г: "g",
    ґ: "g",
    д: "d",
    е: "e",
    є: "ye",
    ж: "zh",
    з: "z",
    и: "i",
    і: "i",
    к: "k",
    л: "l",
    м: "m",
    н: "n",
    о: "o",
    п: "p",
    р: "r",
    с: "s",
    т: "t",
    у: "u",
    ф: "f",
    х: "kh",
    ц: "ts",
    ч: "ch",
    ш: "sh",
    щ: "shch",
    ъ: "",
    ы: "y",
    ь: "",
    э: "e",
    ю: "yu",
    я: "ya",
    α: "a",
    β: "v",
    γ: "g",
    δ: "d",
    ε: "e",
    ζ: "z",
    η: "i",
    θ: "th",
    ι: "i",
    κ: "k",
    λ: "l",
    μ: "m",
    ν: "n",
    ξ: "x",
    ο: "o",
    π: "p",
    ρ: "r",
    σ: "s",
    ς: "s",
    τ: "t",
    υ: "y",
    φ: "f",
    χ: "ch",
    ψ: "ps",
    ω: "o",
  }),
);

/**
 * An address for a name: lower-case ASCII letters, digits, `-` and `_`, at most `maxLength` characters. Latin, Cyrillic
 * and Greek are spelled in ASCII; a name with nothing that can be spelled gives "", and the caller asks for an address.
 */
export function slugify(name: string, maxLength = 100): string {
  let plain = "";
  for (const character of name.slice(0, 1000).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()) {
    plain += LETTERS.get(character) ?? character;
  }
  return plain
    .replace(/[^a-z0-9_\s./-]/g, "")
    .replace(/[\s./-]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, maxLength)
    .replace(/[-_]+$/, "");
}
