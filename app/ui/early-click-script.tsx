import { pageNonce } from "./page-nonce";

/**
 * The last click counts, wherever it goes, and the key of the palette as a click on its link. Neither quotes nor angle
 * brackets nor ampersands: React would escape them, and a script is not read back.
 */
const KEEP = [
  "window.early={",
  "click:function(e){early.on=e.target.closest(`button[type=button]`)},",
  "keydown:function(e){if(e.key===`k`)if(e.ctrlKey||e.metaKey)if(!e.altKey){e.preventDefault();early.on=document.querySelector(`a[aria-keyshortcuts]`)}}",
  "};",
  "addEventListener(`click`,early.click,true);",
  "addEventListener(`keydown`,early.keydown,true)",
].join("");

/**
 * Keeps a click on a button that works by script, or the key of the palette, until the scripts of the page have come
 * (`ReplayEarlyClick`). Links and forms need none of this: they work without script.
 */
export async function KeepEarlyClick() {
  // The browser hides the nonce from scripts, so that React would find another one than it has rendered.
  return (
    <script nonce={await pageNonce()} suppressHydrationWarning>
      {KEEP}
    </script>
  );
}
