import { pageNonce } from "./page-nonce";

/** The last click counts, wherever it goes. Neither quotes nor angle brackets: React would escape them, and a script is not read back. */
const KEEP =
  "window.earlyClick=function(e){window.earlyClick.button=e.target.closest(`button[type=button]`)};addEventListener(`click`,window.earlyClick,true)";

/**
 * Keeps a click on a button that works by script until the scripts of the page have come (`ReplayEarlyClick`). Links and
 * forms need none of this: they work without script.
 */
export async function KeepEarlyClick() {
  // The browser hides the nonce from scripts, so that React would find another one than it has rendered.
  return (
    <script nonce={await pageNonce()} suppressHydrationWarning>
      {KEEP}
    </script>
  );
}
