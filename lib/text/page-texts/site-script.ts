/** The script that a web page loads to be shown in the reader's language. */

export interface SiteScript {
  /** Elements whose texts are translated. */
  selector: string;
  /** Name of the cookie that tells the language; "" for the browser's languages alone. */
  cookie: string;
  /** Code of the language that the page is written in. */
  source: string;
  /** Codes of the languages there are translations of, as in the names of their files. */
  languages: readonly string[];
}

/**
 * JavaScript for a `<script>` element: it looks which language the reader wants, by the cookie and then by the browser,
 * fetches `{code}.json` beside itself, an object of source texts and translations, and puts these in place of the texts
 * of matching elements. Translations are set as text, never as HTML.
 */
export function siteScript(settings: SiteScript): string {
  // What separates lines for old browsers, and what would end the element if somebody copied it into a page.
  const json = JSON.stringify(settings).replaceAll(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `(${program})(${json});\n`;
}

/** As text, for browsers of the last ten years: it is not compiled, and nothing of Loquat is at hand there. */
const program = `function (settings) {
  "use strict";
  var script = document.currentScript;
  var base = script ? script.src.replace(/[?#].*$/, "").replace(/[^/]*$/, "") : "";
  function plain(code) {
    return String(code).toLowerCase().replace(/[_@.]/g, "-");
  }
  function visible(text) {
    return text.replace(/[\\t\\n\\f\\r ]+/g, " ").replace(/^ | $/g, "");
  }
  function wanted() {
    var found = [];
    if (settings.cookie) {
      document.cookie.split("; ").forEach(function (pair) {
        var at = pair.indexOf("=");
        if (pair.slice(0, at) !== settings.cookie) return;
        try {
          found.push(decodeURIComponent(pair.slice(at + 1)));
        } catch (_) {}
      });
    }
    return found.concat(navigator.languages || [navigator.language]);
  }
  function among(code) {
    for (var parts = plain(code).split("-"); parts.length > 0; parts.pop()) {
      var name = parts.join("-");
      if (name === plain(settings.source)) return settings.source;
      for (var i = 0; i < settings.languages.length; i++)
        if (plain(settings.languages[i]) === name) return settings.languages[i];
    }
    var base = plain(code).split("-")[0] + "-";
    if (plain(settings.source).indexOf(base) === 0) return settings.source;
    for (var k = 0; k < settings.languages.length; k++)
      if (plain(settings.languages[k]).indexOf(base) === 0) return settings.languages[k];
    return null;
  }
  function translate(code, texts) {
    var known = new Map();
    Object.keys(texts).forEach(function (source) {
      known.set(visible(source), texts[source]);
    });
    var changed = 0;
    document.querySelectorAll(settings.selector).forEach(function (element) {
      var text = known.get(visible(element.textContent || ""));
      if (element.children.length > 0 || typeof text !== "string") return;
      element.textContent = text;
      changed++;
    });
    if (changed > 0) document.documentElement.lang = code.replace(/_/g, "-");
  }
  function begin() {
    var codes = wanted();
    for (var i = 0; i < codes.length; i++) {
      var code = among(codes[i]);
      if (code === settings.source) return;
      if (code === null) continue;
      fetch(base + encodeURIComponent(code) + ".json")
        .then(function (answer) {
          if (!answer.ok) throw new Error("There are no translations at " + answer.url + " (" + answer.status + ").");
          return answer.json();
        })
        .then(function (texts) {
          translate(code, texts);
        });
      return;
    }
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
}`;
