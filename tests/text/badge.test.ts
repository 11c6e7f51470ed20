import { describe, expect, it } from "vitest";
import { languageBars, statusBadge } from "@/lib/text/badge";
import { snippetsOf } from "@/lib/text/badge-snippets";

describe("images of progress", () => {
  it("cut long names, and say them in full to those who hear", () => {
    const name = "n".repeat(80);
    const badge = statusBadge(name, 40);
    expect(badge).toContain(`<title>${name}: 40 %</title>`);
    expect(badge).toContain(`>${"n".repeat(39)}…</text>`);
  });

  it("give wide letters more room", () => {
    const width = (label: string) => Number(/width="(\d+)"/.exec(statusBadge(label, 5))?.[1]);
    expect(width("翻訳状況")).toBeGreaterThan(width("abcd"));
  });

  it("draw bars as long as the share", () => {
    const bars = languageBars("All", [
      { name: "Czech", percent: 50 },
      { name: "German", percent: 100 },
    ]);
    expect([...bars.matchAll(/class="d"[^>]* width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([90, 180]);
    expect(bars).toContain("<title>All: Czech 50 %, German 100 %</title>");
  });

  it("come with snippets in which a name breaks out of nothing", () => {
    const texts = Object.fromEntries(
      snippetsOf("https://l.example/w.svg", "https://l.example/", `"]\n<b>`).map(({ format, text }) => [format, text]),
    );
    expect(texts).toEqual({
      Markdown: '[!["\\] \\<b\\>](https://l.example/w.svg)](https://l.example/)',
      HTML: '<a href="https://l.example/"><img src="https://l.example/w.svg" alt="&quot;] &lt;b&gt;"></a>',
      reStructuredText: '.. image:: https://l.example/w.svg\n   :alt: "] <b>\n   :target: https://l.example/',
      AsciiDoc: 'image:https://l.example/w.svg[" <b>",link="https://l.example/"]',
      BBCode: "[url=https://l.example/][img]https://l.example/w.svg[/img][/url]",
    });
  });
});
