const TAG = /<(\/?)([a-z][\w:.-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>/gi;
/** Browsers themselves stop nesting at 512. */
const MAX_DEPTH = 400;
/** Elements that HTML closes by itself, or that have no end tag: left open they do not nest. */
const NOT_NESTING =
  /^(?:p|li|dt|dd|td|th|tr|thead|tbody|tfoot|option|br|hr|img|col|area|base|meta|link|input|wbr|embed|source|track|param)$/i;

/**
 * Whether a document is as flat as books are. Preparing and serialising a tree recurse, in our code and in the libraries',
 * so hundred thousands of nested elements would overflow the stack; they are refused before parsing.
 */
export function isPlainMarkup(text: string): boolean {
  let depth = 0;
  for (const [, closes, name = '', attributes = ''] of text.matchAll(TAG)) {
    if (attributes.endsWith('/') || NOT_NESTING.test(name)) continue;
    depth = closes ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_DEPTH) return false;
  }
  return true;
}
