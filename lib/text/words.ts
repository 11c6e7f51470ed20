/**
 * Number of words of one text: runs between blanks, and every single character of Chinese, Japanese and Korean
 * writing. One pass over the text; plural forms are added up by the caller.
 */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (isBlank(unit)) {
      inWord = false;
    } else if (countsSingly(unit)) {
      words++;
      inWord = false;
      if (unit >= 0xd840 && unit <= 0xd8bf) i++;
    } else if (!inWord) {
      words++;
      inWord = true;
    }
  }
  return words;
}

/** Whether a UTF-16 unit is, or begins, a character of a script that Chinese, Japanese and Korean count singly. */
function countsSingly(unit: number): boolean {
  if (unit < 0x1100) return false;
  return (
    unit <= 0x11ff ||
    (unit >= 0x2e80 && unit <= 0x2fdf) ||
    (unit >= 0x3041 && unit <= 0x31ff) ||
    (unit >= 0x3400 && unit <= 0x4dbf) ||
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7ff) ||
    // First halves of the supplementary ideographic planes.
    (unit >= 0xd840 && unit <= 0xd8bf) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff66 && unit <= 0xff9f)
  );
}

function isBlank(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    // Ideographic blank and punctuation, and full-width punctuation, part words without being any.
    (unit >= 0x3000 && unit <= 0x303f) ||
    (unit >= 0xff01 && unit <= 0xff0f) ||
    (unit >= 0xff1a && unit <= 0xff20) ||
    (unit >= 0xff5b && unit <= 0xff65)
  );
}

/** Number of characters (Unicode code points) of one text. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      i++;
    }
  }
  return count;
}
