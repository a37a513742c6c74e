/** Each block on a line of its own, so that a change is seen by line. */
export const onLines = (clean: string): string =>
  clean.replaceAll(/<\/(p|h[1-6]|blockquote|ul|ol|li|figure|table|div)>\s*(?=\S)/g, '</$1>\n').trim();
