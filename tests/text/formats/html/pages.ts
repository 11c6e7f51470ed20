import fc from "fast-check";
import { findFormat } from "@/lib/text/formats/registry";
import { ownSamples } from "../samples";

/** Pages of HTML, right and wrong ones. */

const some = (list: string): fc.Arbitrary<string> => fc.constantFrom(...list.split("|"));
const rare = (usual: string, others: string): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 9 }, { arbitrary: some(others), weight: 1 });

const text = fc.oneof(
  { arbitrary: some("pear|A pear.| pear |\n  |\n|\u00a0| & |&amp; co|😀|1 > 2|\npear\nplum\n"), weight: 8 },
  some(
    "&#32;|&#x20; |&Tab;|&Tab|&NewLine;|&tab;|&nbsp;|&#x0a|&#13;|&#0;|&#32x|&#x20g|&notit;|&unknown;|&#8220;x|\n&gt;|\t&lt;x|1 < 2|<|</|< b|\f|\f x|\u2028|\u0085|\ufeff|]]>|--|{{ x }}|&#x1F600;|&|&#|&#;|&#1114144;",
  ),
);
const comment = rare(
  "<!-- note -->",
  "<!---->|<!-->|<!--->|<!-- a --!> b -->|<!-- a -- b -->|<!-- <p>x</p> -->|<!----->|<!--x|<!x>|<?xml?>|<?php echo '>' ?>|<![CDATA[x]]>|<!doctype html>|</>|</ p>|<!--<!-- -->",
);
const value = fc.oneof(
  { arbitrary: some('="A title"|=\'A "title"\'|="a > b"|="&quot;a&quot;"|=x|="no"|=no|="a\nb"'), weight: 6 },
  some(
    '|=""|=" "|=\'\'|="&#32;"|="&nbsp;"|="&amp;"|= "x"| = \'x\'|\n=\n"x"|=a/|=a"b|="x"y|="a|=a=b|=`a`|="&Tab;"|="\u00a0"|="n&#111;"|=\f"x"',
  ),
);
const attribute = fc
  .tuple(
    rare(" ", "\n  |\t||/| / |\f"),
    fc.oneof(
      { arbitrary: some("title|alt|class|id|lang|href|data-x|placeholder|aria-label"), weight: 6 },
      some('translate|TITLE|content|name|property|summary|label|@click|:a|v-on:b.c|type|hidden|é|a"b|<a|=x|__proto__'),
    ),
    value,
  )
  .map((parts) => parts.join(""));
const attributes = fc
  .oneof(
    { arbitrary: fc.constant<string[]>([]), weight: 6 },
    { arbitrary: fc.array(attribute, { minLength: 1, maxLength: 3 }), weight: 4 },
    { arbitrary: fc.constantFrom([' translate="no"'], [" translate=no"], [' TRANSLATE="No"']), weight: 1 },
  )
  .map((all) => all.join(""));
const tagEnd = rare("", " |\n|/| /|\f");

const inlineName = some("b|b|i|em|strong|span|a|code|q|u|small|label|font|ruby|abbr|kbd|B|Em");
const blockName = some(
  "p|p|p|div|div|section|ul|h1|h2|pre|blockquote|form|button|fieldset|article|my-el|summary|details|center|object|address|figure|main|legend|canvas|video|DIV",
);
const oddName = some(
  "rt|rp|rb|rtc|marquee|applet|nobr|xmp|listing|plaintext|noembed|noframes|frameset|frame|math|template|image|isindex|keygen|body|html|head|o:p|a_b|é|option|optgroup|td|tr|tbody|caption|col|li|dd|select|title|script|noscript|search|dialog|menu|bgsound|data|svg|desc",
);
const voidTag = fc.tuple(some("br|img|input|hr|wbr|link|meta|area|embed|source|BR|br|img"), attributes, tagEnd);
const meta = some(
  '<meta name="description" content="All about pears">|<meta content="Pears" property=\'og:title\'>|<meta name=viewport content="x">|<meta charset="utf-8">|<meta name="keywords" content=" ">|<meta name="descripti&#111;n" content="x">|<meta name="" property="og:title" content="x">|<base href="/">|<link rel=icon href=x title="Icon">',
);
const raw = some(
  "<script>var x = '<p>no</p>';</script>|<style>p > b {}</style>|<title>Pears &amp; co</title>|<textarea>\n some text</textarea>|<textarea placeholder='Say'></textarea>|<noscript><p>Turn it on</p></noscript>|<iframe src=x>a</iframe>|<script>x</SCRIPT >|<script><!-- <script> </script> --></script>|<title> </title>|<title>&#32;</title>|<title>&#32;x</title>|<textarea>\n&gt;</textarea>|<textarea>&gt;</textarea>|<title>x</titles></title>|<script>x</script x>|<style>a</style\n>|<title>x|<script>x|<noscript>a & b</noscript>|<textarea>a</textarea/>|<script/>x</script>",
);
const svg = some(
  '<svg viewBox="0 0 1 1"><path d="x"/><g title="x"><circle/></g></svg>|<svg><title>A pear</title></svg>|<svg/>|<svg><p>x</p></svg>|<svg><path></svg>|<svg><text>hi</text></svg>|<svg><desc>a<b>c</b></desc></svg>|<svg><style>a{}</style></svg>|<svg><script>x</script></svg>|<svg><linearGradient><stop/></linearGradient></svg>|<svg><foreignObject><div>x</div></foreignObject></svg>|<SVG><G></g></SVG>|<svg><!-- x --></svg>|<svg><![CDATA[<p>]]></svg>|<svg>',
);
const table = some(
  '<table><tr><td>a</td><td><p>b</p></td></tr></table>|<table>\n<thead><tr><th>a<th>b\n<tbody><tr><td>c<td>d</table>|<table><caption>C</caption><colgroup><col><col></colgroup><tr><td>x</table>|<table><td>a<tr><td>b</tbody></table>|<table><tr><td><ul><li>x</td></tr></table>|<table>x<tr><td>y</td></tr></table>|<table><col><tr><td>x</table>|<table><tr><td><b>x</td><td>y</b></td></tr></table>|<table><tr><td><table><tr><td title="T">in</table></td></tr></table>|<table><!-- c --><tbody><!-- d --><tr><!-- e --><td>x</td></tbody><tfoot><tr><th>f</table>|<table><div>x</div></table>|<table><tr><td>x</td></tr><script>a</script></table>|<table><input type=hidden></table>|<table summary="S"><colgroup><!-- c --><tr><td>&nbsp;</td></table>|<table><tr><p>x</table>|<table><caption>a<td>b</table>|<table><tr> &#32; <td>b</table>|<table><thead><tr><td>a</tbody></table>|<table><tr></td><td>a</th>b</table>|<table><tr><td><select><option>a</table>',
);
const list = some(
  "<ul><li>a<li>b</ul>|<ul>\n<li>a\n<li><p>b\n</ul>|<dl><dt>a<dd>b<dt>c</dl>|<ul><li><ul><li>x</ul><li>y</ul>|<ul><li><div><li>x</div></ul>|<ol><li>a</li> <li>b</li></ol>|<dl><dt>a<p>b<dd>c</dl>|<ul><li><b>a<li>b</b></ul>|<li>x</li>|<dd>x<li>y|<ul><dd>x<li>y</ul>|<ul><li><h2>a<li>b</ul>|<ul><li><span>a</span><li><button>b<li>c</button></ul>",
);
const choice = some(
  '<select><option>a<option>b</select>|<select title="T"><optgroup label="G"><option value=1>a</option></optgroup></select>|<select>\n<optgroup label=a><option>x<optgroup label=b><option>y</select>|<select>x</select>|<select><div>x</div></select>|<datalist><option>a<option>b</datalist>|<select><option>a<select>|<select><hr></select>|<option>a|<select><option><b>x</b></select>|<select><!-- c --><option> </select>|<datalist><optgroup><option>x</datalist>|<select><option>a</optgroup></select>|<select><input></select>|<select><option>a</p></select>',
);
const leaf = fc.oneof(
  { arbitrary: text, weight: 14 },
  { arbitrary: voidTag.map(([name, more, end]) => `<${name}${more}${end}>`), weight: 3 },
  comment,
  raw,
  meta,
  svg,
  table,
  list,
  choice,
);

const { content } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .tuple(
      fc.oneof(
        { arbitrary: inlineName, weight: 12 },
        { arbitrary: blockName, weight: 12 },
        { arbitrary: oddName, weight: 1 },
      ),
      attributes,
      tagEnd,
      tie("content"),
      fc.nat(40),
    )
    .map(([name, more, end, inside, die]) => {
      const close =
        die === 0 ? "" : die === 1 ? "</p>" : die === 2 ? `</${name} >` : die === 3 ? "</div>" : `</${name}>`;
      return `<${name}${more}${end}>${inside}${close}`;
    }),
  content: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaf,
    fc.array(fc.oneof(leaf, leaf, tie("element")), { maxLength: 4 }).map((all) => all.join("")),
    tie("element"),
    tie("element"),
  ),
}));

const grown = fc
  .tuple(
    rare(
      "<!DOCTYPE html>\n",
      '|\ufeff<!doctype html>|<!-- x -->|<!DOCTYPE>| \n|<!DOCTYPE html PUBLIC "a>b">|x|&amp;| &gt;',
    ),
    rare('<html lang="en">\n', "|<html title='Page'>| <HTML>|<html translate=no>"),
    rare("<head>", "|<head title='H'>|\n<!-- c -->|<head>x"),
    fc.array(fc.oneof(meta, raw, fc.constantFrom("\n  ", "<!-- c -->")), { maxLength: 3 }).map((all) => all.join("")),
    rare("</head>\n", "|</head><title>x</title>|</head> x|</head>&#32;"),
    rare("<body>", "|<body class=a title='B'>|\n <!-- c --> |<body translate='no'>"),
    fc.array(content, { maxLength: 4 }).map((all) => all.join("\n")),
    rare("</body>\n", "|\n</body><!-- c -->\n|</body>x|</body></p>|</div></body>"),
    rare("</html>\n", "|</html>|</html><!-- c -->\n|</html>x|</html></html>"),
  )
  .map((parts) => parts.join(""));
const fragment = fc.array(content, { minLength: 1, maxLength: 5 }).map((all) => all.join(""));

const page = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Pears</title>
<meta name="description" content="All about pears"><link rel="stylesheet" href="a.css"></head>
<body class="home"><nav><ul><li><a href="/" title="Start">Home</a></li><li><a href="/b">B</a></ul></nav>
<main><h1>Pears <small>and plums</small></h1><p>One <b>bold</b> word,<br>a <a href="x"><img src="p" alt="Pear"></a>
<p>Two<div><a href="y"><div>Card <i>x</i></div> tail</a></div>
<img src="a" alt="Alone"><table><thead><tr><th>A<tbody><tr><td>1</td><td>2</table>
<pre>
  code</pre><form><label>Name <input placeholder="Your name"></label><button>Send</button></form>
<dl><dt>T<dd>D</dl><svg><title>t</title><path d="x"/></svg><script>let a = "<b>";</script></main></body></html>
`;
export const samples = [page, ...ownSamples("html").map(({ bytes }) => findFormat("html")!.decode(bytes))];
const piece = some(
  "<|>|/|\"|'|=| |\n|<p>|</p>|<div>|</div>|<b>|</b>|&|;|<!--|-->|x||</|<td>|</table>|</body>|</html>|<br/>|<li>|\r|\0|<a>|</a>|&#32;|<svg>|<select>",
);
/** A page with little pieces put in place of what stood there. */
const changed = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 4 }), piece), { minLength: 1, maxLength: 3 }),
  )
  .map(([whole, changes]) => {
    let now = whole;
    for (const [place, length, put] of changes) {
      const at = place % (now.length + 1);
      now = now.slice(0, at) + put + now.slice(at + length);
    }
    return now;
  });
export const files = fc
  .tuple(fc.oneof(grown, fragment, changed), rare("\n", "\r\n"))
  .map(([all, end]) => (end === "\n" ? all : all.replaceAll("\r", "").replaceAll("\n", end)));
