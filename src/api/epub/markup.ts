export { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '#src/lib/chapter-markup.ts';

/** Relation of every link that leaves the site. */
export const EXTERNAL_REL = 'nofollow noopener external';

/** What the value of an attribute must look like; attributes not named here are text. */
export const ATTRIBUTE_VALUES: Record<string, RegExp> = {
  lang: /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/,
  dir: /^(?:ltr|rtl|auto)$/,
  id: /^b-[\w-]+$/,
  src: /^epub-image:[0-9a-f]{16}$/,
  href: /^(?:#b-[\w-]+|epub-chapter:\d+(?:#b-[\w-]+)?|https:\/\/[^\s"'<>\\]+)$/,
  rel: new RegExp(`^${EXTERNAL_REL}$`),
  value: /^-?\d{1,6}$/,
  start: /^-?\d{1,6}$/,
  reversed: /^(?:reversed)?$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  scope: /^(?:row|col|rowgroup|colgroup)$/,
};

/** Dropped with all they hold. */
export const DROPPED_TAGS = [
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'video',
  'audio',
  'canvas',
  'svg',
  'textarea',
  'select',
  'option',
  'button',
  'input',
  'title',
  'head',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'dialog',
];
