/** Putting text on the clipboard. */

/**
 * Whether a text could be put there.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not everywhere: pages that are not secure have the old way alone.
    return copiedByCommand(text);
  }
}

/** @param {string} text */
function copiedByCommand(text) {
  const put = (/** @type {ClipboardEvent} */ event) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("copy", put, { capture: true });
  const done = document.execCommand("copy");
  document.removeEventListener("copy", put, { capture: true });
  return done;
}
