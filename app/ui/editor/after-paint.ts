/** Runs work behind the next paint, or soon where nothing is painted. */
export function afterPaint(work: () => void): void {
  if (typeof requestAnimationFrame !== "function" || document.hidden) {
    setTimeout(work, 0);
    return;
  }
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once, 0));
  // A tab that goes to the background paints no more.
  setTimeout(once, 100);
}
