const PICTURE = /\/media\/(pictures\/[A-Za-z0-9_][A-Za-z0-9._-]*)/g;

/** Returns the pictures in the HTML of a chapter, as paths below the media folder. */
export const picturesIn = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(PICTURE), ([, name = '']) => name)),
];
