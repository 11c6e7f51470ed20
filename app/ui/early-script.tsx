import { pageNonce } from "./page-nonce";

/**
 * The last click counts, wherever it goes, and the key of the palette as a click on its link; of each field what it says
 * last. Neither quotes nor angle brackets nor ampersands: React would escape them, and a script is not read back.
 */
const KEEP = [
  "window.early={typed:new Map,",
  "click:function(e){early.on=e.target.closest(`button[type=button]`)},",
  "keydown:function(e){if(e.key===`k`)if(e.ctrlKey||e.metaKey)if(!e.altKey){e.preventDefault();early.on=document.querySelector(`a[aria-keyshortcuts]`)}},",
  "input:function(e){if(e.target.matches(`textarea,select:not([multiple]),input:not([type=checkbox],[type=radio],[type=file])`))early.typed.set(e.target,e.target.value)}",
  "};",
  "[`click`,`keydown`,`input`].forEach(function(n){addEventListener(n,early[n],true)})",
].join("");

/**
 * Keeps what is done before the scripts of the page have come (`ReplayEarly`): a click on a button that works by script,
 * the key of the palette, and what is typed. Links need none of this: they work without script.
 */
export async function KeepEarly() {
  // The browser hides the nonce from scripts, so that React would find another one than it has rendered.
  return (
    <script nonce={await pageNonce()} suppressHydrationWarning>
      {KEEP}
    </script>
  );
}
