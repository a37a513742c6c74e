/** Puts each block element on its own line, so that line diffs show what changed. */
export const onLines = (clean: string): string =>
  clean.replaceAll(/<\/(p|h[1-6]|blockquote|ul|ol|li|figure|table|div)>\s*(?=\S)/g, '</$1>\n').trim();
