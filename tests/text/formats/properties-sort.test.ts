import { describe, expect, it } from "vitest";
import { sortProperties } from "@/lib/text/formats/properties/sort";

describe("sorting properties", () => {
  it("keeps each line as it is written, and drops what says nothing", () => {
    const text = "# Comment\r\nb = two\r\n\r\n! more\r\n  a:one\\\r\n   goes on\r\nC three\r\nb = again\r\n";
    expect(sortProperties(text, false)).toBe("a:one\\\r\n   goes on\r\nb = two\r\nC three\r\n");
    expect(sortProperties(text, true)).toBe("C three\r\na:one\\\r\n   goes on\r\nb = two\r\n");
  });

  it("tells keys by what they mean, not by how they are spelled", () => {
    expect(sortProperties("\\u0062=2\nb=3\na\\=b=1\na\\ c=4\n", false)).toBe("a\\ c=4\na\\=b=1\n\\u0062=2\n");
  });

  it("knows where a line goes on: after an odd number of backslashes", () => {
    expect(sortProperties("b=x\\\\\na=y\\\\\\\nz=1", false)).toBe("a=y\\\\\\\nz=1\nb=x\\\\\n");
    expect(sortProperties("a=end\\", false)).toBe("a=end\\\n");
  });

  it("changes nothing the second time", () => {
    for (const text of ["", "\uFEFFb=1\na=2\n", "x", "b\\\n=1\n#c\na=2", "=\n:\n"]) {
      const once = sortProperties(text, false);
      expect(sortProperties(once, false)).toBe(once);
    }
  });
});
