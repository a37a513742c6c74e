import type { Format } from './marks.ts';

export type FormatName =
  | 'italic'
  | 'bold'
  | 'small-caps'
  | 'strike'
  | 'superscript'
  | 'subscript'
  | 'small'
  | 'emphasis-dots'
  | 'title'
  | 'quote'
  | 'code';

interface NamedFormat extends Format {
  readonly name: FormatName;
  readonly label: string;
  /** Key, as in keys.ts. */
  readonly key?: string;
}

/** The inline markup that the toolbar offers. */
export const FORMATS: readonly NamedFormat[] = [
  { name: 'italic', label: 'Italic', tag: 'em', alias: 'i', key: 'Mod-i' },
  { name: 'bold', label: 'Bold', tag: 'strong', alias: 'b', key: 'Mod-b' },
  { name: 'small-caps', label: 'Small capitals', tag: 'span', className: 'text-small-caps' },
  { name: 'strike', label: 'Strikethrough', tag: 's', key: 'Mod-Shift-x' },
  { name: 'superscript', label: 'Superscript', tag: 'sup', key: 'Mod-.' },
  { name: 'subscript', label: 'Subscript', tag: 'sub', key: 'Mod-,' },
  { name: 'small', label: 'Small text', tag: 'small' },
  { name: 'emphasis-dots', label: 'Emphasis dots', tag: 'span', className: 'text-emphasis' },
  { name: 'title', label: 'Title of a work', tag: 'cite' },
  { name: 'quote', label: 'Quotation with marks', tag: 'q' },
  { name: 'code', label: 'Code', tag: 'code' },
];

const IS_MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** A key as people know it: "Ctrl+Shift+9". */
export const keyText = (key: string): string =>
  key
    .replace('Mod', IS_MAC ? '⌘' : 'Ctrl')
    .split('-')
    .map((part) => (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
