import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtinEnglish } from "@/lib/text/messages/catalogue";
import { sayRefusal } from "@/lib/text/messages/refusal";
import { TemplateError } from "@/lib/text/templates/expressions";
import { compileTemplate, render, type Template } from "@/lib/text/templates/template";
import type { TemplateValues } from "@/lib/text/templates/values";
import { TEMPLATE_VARIABLES } from "@/lib/text/templates/variables";

const VALUES: TemplateValues = {
  language_name: "Czech",
  filename: "src/app/locale/cs.po",
  stats: { all: 10, translated: 7, translated_percent: 70 },
  author: "",
  names: ["a", "b", "c"],
  rows: [{ n: 1 }, { n: 2 }],
};

function compiled(text: string, known?: ReadonlySet<string>): Template {
  const template = compileTemplate(text, known);
  if (template instanceof TemplateError) throw template;
  return template;
}

const rendered = (text: string): string => render(compiled(text), VALUES);

describe("templates", () => {
  it.each([
    ["plain { text } % #", "plain { text } % #"],
    ["Update ({{ language_name }})", "Update (Czech)"],
    ["{{language_name|upper}} {{ language_name | lower }}", "CZECH czech"],
    ["{{ stats.translated }}/{{ stats.all }}", "7/10"],
    ["[{{ nothing }}{{ stats.nothing.more }}{{ constructor }}{{ names.length }}]", "[]"],
    ["{{ filename|stripext }}", "src/app/locale/cs"],
    ["{{ filename|parentdir }}", "app/locale/cs.po"],
    ["{{ filename|dirname }}", "src/app/locale"],
    ["{{ filename|basename|stripext }}", "cs"],
    ['{{ filename|replace:"/":"-" }}', "src-app-locale-cs.po"],
    ['{% replace filename "/" "" %}', "srcapplocalecs.po"],
    ['{{ "hello big world"|title }} {{ "élan"|capfirst }}', "Hello Big World Élan"],
    ['{{ author|default:"nobody" }} {{ names|join:"+" }} {{ names }} {{ names|length }}', "nobody a+b+c a, b, c 3"],
    ["{# a comment {{ x }} #}x", "x"],
    ["{% if author %}a{% else %}b{% endif %}", "b"],
    ["{% if stats.translated == stats.all %}all{% elif stats.translated > 5 %}most{% else %}few{% endif %}", "most"],
    ["{% if not author and (names or author) %}y{% endif %}", "y"],
    ["{% if stats.translated >= 7 and stats.all != 7 or author %}y{% endif %}", "y"],
    ['{% if language_name == "Czech" %}y{% endif %}{% if stats.none < 5 %}n{% endif %}', "y"],
    [
      "{% for name in names %}{{ forloop.counter }}{{ name }}{% if not forloop.last %}, {% endif %}{% endfor %}",
      "1a, 2b, 3c",
    ],
    [
      "{% for row in rows %}{% for name in names %}{{ row.n }}{{ name }} {% endfor %}{% endfor %}",
      "1a 1b 1c 2a 2b 2c ",
    ],
    ["{% for x in nothing %}x{% empty %}none{% endfor %}", "none"],
    ["{% if true %}{% for x in names %}{% if x == 'b' %}B{% endif %}{% endfor %}{% endif %}", "B"],
    ["{{ names.1 }}{{ rows.0.n }}", "b1"],
  ])("%s", (text, expected) => expect(rendered(text)).toBe(expected));

  it.each([
    ["{{ ", '"{{" is not closed', 0],
    ["a {{ }}", "a value is missing", 4],
    ["{{ a b }}", 'unexpected "b"', 4],
    ["{{ a|nonsense }}", 'unknown filter "nonsense"', 5],
    ["{{ a|replace:'x' }}", "needs 2 arguments", 5],
    ["{{ a|upper:'x' }}", "takes no argument", 5],
    ["{{ a|default:b }}", "takes quoted strings", 13],
    ["{{ a.b. }}", "is not a variable", 2],
    ["{% if a %}x", 'no "endif"', 2],
    ["{% for a in b %}x{% endif %}", "is not allowed in", 19],
    ["{% endif %}", "has no matching opening mark", 2],
    ["{% include 'x' %}", 'unknown tag "include"', 2],
    ["{% for a.b in c %}{% endfor %}", "loop variable", 6],
    ["{% for a of c %}{% endfor %}", 'expected "in"', 8],
    ["{% if (a %}{% endif %}", "not closed", 5],
    ["{{ a() }}", 'unexpected "("', 4],
    ["{{ a = b }}", "cannot read", 4],
  ])("%s is refused: %s", (text, message, position) => {
    const error = compileTemplate(text);
    expect(error).toBeInstanceOf(TemplateError);
    expect(sayRefusal(builtinEnglish(), (error as TemplateError).said)).toContain(message);
    expect((error as TemplateError).position).toBe(position);
  });

  it("names the variable that a kind of template does not have", () => {
    const known = TEMPLATE_VARIABLES.commitMessage;
    expect(compileTemplate("{{ stats.translated }} {{ author }}", known)).not.toBeInstanceOf(TemplateError);
    expect(
      compileTemplate("{% for c in component_linked_childs %}{{ c.name }}{{ forloop.first }}{% endfor %}", known),
    ).not.toBeInstanceOf(TemplateError);
    for (const text of [
      "{{ branch }}",
      "{% if branch %}{% endif %}",
      "{% for x in branch %}{% endfor %}",
      "{% for branch in url %}{% endfor %}{{ branch }}",
    ]) {
      const error = compileTemplate(text, known);
      expect(error, text).toBeInstanceOf(TemplateError);
      expect(sayRefusal(builtinEnglish(), (error as TemplateError).said)).toContain('"branch"');
    }
    expect(compileTemplate("{{ branch }}", TEMPLATE_VARIABLES.repoweb)).not.toBeInstanceOf(TemplateError);
  });

  it("bounds text and loops", () => {
    const many = { list: Array.from({ length: 5000 }, () => "x".repeat(1000)), text: "x".repeat(90_000) };
    const nested =
      "{% for a in list %}{% for b in list %}{% for c in list %}{{ a }}{% endfor %}{% endfor %}{% endfor %}";
    const start = performance.now();
    expect(render(compiled(nested), many).length).toBeLessThanOrEqual(100_000);
    expect(render(compiled("{% for a in list %}{% for b in list %}{% endfor %}{% endfor %}"), many)).toBe("");
    const growing = `{{ text${'|replace:"x":"xxxxxxxxxx"'.repeat(30)} }}`;
    expect(render(compiled(growing), many).length).toBeLessThanOrEqual(100_000);
    expect(compileTemplate("{% if a %}".repeat(500))).toBeInstanceOf(TemplateError);
    expect(compileTemplate(`{% if ${"(".repeat(500)} %}`)).toBeInstanceOf(TemplateError);
    expect(compileTemplate("{{ a }}".repeat(5000))).toBeInstanceOf(TemplateError);
    compileTemplate(`{{ ${'"\\'.repeat(5000)} }}`);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it("throws nothing, whatever is typed", () => {
    const part = fc.constantFrom(
      "{{",
      "}}",
      "{%",
      "%}",
      " if ",
      " for ",
      " in ",
      "endif",
      "endfor",
      "else",
      "a",
      "names",
      "|",
      "upper",
      ":",
      '"x"',
      "==",
      "(",
      ")",
      "not",
      " ",
      "{#",
      "#}",
      "text",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const template = compileTemplate(parts.join(""));
        if (!(template instanceof TemplateError)) expect(typeof render(template, VALUES)).toBe("string");
        else expect(template.position).toBeLessThanOrEqual(parts.join("").length);
      }),
      { numRuns: 5000 },
    );
  });
});

describe("the bounds of filters", () => {
  const many = { ...VALUES, long: "a".repeat(100_000), rounds: Array.from({ length: 1000 }, (_, n) => n) };
  const filled = (text: string): string => render(compiled(text), many);

  it("hold before memory is used", () => {
    const to = "b".repeat(9000);
    const before = process.memoryUsage().rss;
    expect(filled(`{{ long|replace:"a":"${to}" }}`)).toBe("b".repeat(100_000));
    expect(filled(`{% replace long "a" "${to}" %}`)).toBe("b".repeat(100_000));
    expect(filled(`{{ rounds|join:"${to}" }}`)).toHaveLength(100_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it("hold for the work of all filters together", () => {
    const text = filled(`{% for n in rounds %}{% if long|replace:"a":"b"|cut:"b" == "" %}x{% endif %}{% endfor %}`);
    expect(text).toMatch(/^x+$/);
    expect(text.length).toBeGreaterThan(20);
    expect(text.length).toBeLessThan(200);
  });

  it("leave what is shorter as it was", () => {
    expect(filled('{{ "aXbXc"|replace:"X":"--" }} {{ "aXbX"|cut:"X" }} {{ "abc"|replace:"":"-" }}')).toBe(
      "a--b--c ab abc",
    );
  });
});
