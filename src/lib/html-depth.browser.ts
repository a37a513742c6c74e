/**
 * Replaces html-depth.ts in browsers, because its parser is 20 KB. The limit is not needed there: HTML of any depth
 * only slows down the visitor's own browser.
 */
export const htmlDepth = (_html: string, _maxDepth: number): number => 0;
