import { parseFragment } from 'parse5';
import { escapeHtml } from '#src/lib/text.ts';
import { oneLine } from '../../epub/text.ts';
import { textOf } from '../../epub/tree.ts';
import { asArray, asObject, textIn } from '../json.ts';
import { listed } from '../numbered/order.ts';
import type { Wxr, WxrItem } from './parse-wxr.ts';

/** An item of a WordPress export with the fields that the import uses. */
export interface Item {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly status: string;
  readonly parent: string;
  readonly order: number;
  /** The date in UTC, in the format of the export, which can be sorted as text. */
  readonly date: string;
  readonly hasPassword: boolean;
  readonly author: string;
  readonly link: string;
  readonly attachment: string;
  readonly terms: WxrItem['terms'];
  readonly meta: WxrItem['meta'];
}

/** Returns the items of an export. If a split export contains an item several times, the last one is used. */
export function itemsOf({ items, authors }: Wxr): Item[] {
  const byId = new Map<string, Item>();
  for (const { fields, terms, meta } of items) {
    const field = (name: string) => fields.get(name) ?? '';
    const login = field('dc:creator');
    const item: Item = {
      id: field('wp:post_id'),
      type: field('wp:post_type'),
      title: plain(field('title')),
      content: withFootnotes(field('content:encoded'), meta.get('footnotes') ?? ''),
      excerpt: field('excerpt:encoded'),
      status: field('wp:status'),
      parent: field('wp:post_parent'),
      order: Number(field('wp:menu_order')) || 0,
      date: dateOf(field('wp:post_date_gmt'), field('wp:post_date')),
      hasPassword: field('wp:post_password') !== '',
      author: plain(authors.get(login) || login),
      link: field('link'),
      attachment: field('wp:attachment_url'),
      terms,
      meta,
    };
    byId.set(item.id, item);
  }
  return withReusableBlocks(byId);
}

const FOOTNOTES = /<!-- wp:footnotes [^>]{0,500}\/-->|<!-- wp:footnotes \/-->/;

/** Inserts the notes of the block editor, which are stored in a custom field, at the place of their block. */
function withFootnotes(content: string, field: string): string {
  if (field === '' || !FOOTNOTES.test(content)) return content;
  try {
    const notes = asArray(JSON.parse(field)).map(asObject);
    const items = notes.map((note) => {
      const id = escapeHtml(textIn(note, 'id'));
      return `<li id="${id}">${textIn(note, 'content')} <a href="#${id}-link">↩</a></li>`;
    });
    return content.replace(FOOTNOTES, () => `<ol class="footnotes">${items.join('')}</ol>`);
  } catch {
    return content;
  }
}

const REUSABLE = /<!-- wp:block \{[^{}]*"ref":\s*(\d{1,15})[^{}]*\} \/-->/g;
const MAX_BLOCK_DEPTH = 4;
/** Maximum length of all inserted blocks together, because a small export could otherwise become huge. */
const MAX_INSERTED_CHARACTERS = 32 * 1024 * 1024;

/**
 * Replaces references to reusable blocks with the text of the blocks. An export contains the blocks as separate items.
 */
function withReusableBlocks(items: ReadonlyMap<string, Item>): Item[] {
  let charactersLeft = MAX_INSERTED_CHARACTERS;
  const inserted = (content: string, depth: number): string =>
    depth > MAX_BLOCK_DEPTH
      ? content.replaceAll(REUSABLE, '')
      : content.replaceAll(REUSABLE, (reference, id: string) => {
          const block = items.get(id);
          if (block?.type !== 'wp_block' || block.content.length > charactersLeft) return reference;
          charactersLeft -= block.content.length;
          return inserted(block.content, depth + 1);
        });
  return [...items.values()].map((item) => ({ ...item, content: inserted(item.content, 1) }));
}

/** Returns warnings about reusable blocks that the export does not contain. */
export function reusableBlockWarnings(items: readonly Item[]): string[] {
  const posts = items.filter(
    (item) => item.type !== 'wp_block' && isPublic(item) && item.content.search(REUSABLE) >= 0,
  );
  return posts.length === 0
    ? []
    : [
        `Reusable blocks were left out, because the export does not contain them: ${listed(posts.map(({ title }) => title))}. In WordPress, export "All content".`,
      ];
}

/** Returns an item's date in UTC, or its local date if it has no date in UTC, as in drafts. */
const dateOf = (utc: string, local: string) => (/^0000/.test(utc) || utc === '' ? local : utc);

/** Returns the plain text of a title, which may contain entities and tags: "Rain &#8211; <em>Fog</em>". */
export const plain = (html: string): string => oneLine(textOf(parseFragment(html)));

export const isPublic = ({ status, hasPassword }: Item): boolean =>
  !hasPassword && (status === 'publish' || status === 'inherit' || status === '');

/** Returns the names of an item's terms in these taxonomies. */
export const termsOf = ({ terms }: Item, ...domains: string[]): string[] =>
  terms.filter(({ domain }) => domains.includes(domain)).map(({ name }) => plain(name));

export const byDate = (a: Item, b: Item): number =>
  a.date.localeCompare(b.date) || a.order - b.order || Number(a.id) - Number(b.id);

/** Returns the URLs of an item: its permalink, and the URL with its id, which works with any permalink setting. */
export const addressesOf = ({ link, id }: Item): string[] => [
  ...new Set([link, `/?p=${id}`].filter((address) => address !== '')),
];

/** Returns the URL of an item's thumbnail. */
export function thumbnailOf({ meta }: Item, items: ReadonlyMap<string, Item>): string | undefined {
  return items.get(meta.get('_thumbnail_id') ?? '')?.attachment || undefined;
}

const STATES: Readonly<Record<string, string>> = {
  draft: 'drafts',
  'auto-draft': 'drafts',
  pending: 'waiting for review',
  private: 'private',
  future: 'scheduled',
  trash: 'in the trash',
};

/** Returns a warning for each reason why visitors cannot see items, with the titles of the items. */
export function hiddenWarnings(items: readonly Item[]): string[] {
  const hidden = items.filter((item) => !isPublic(item));
  return [
    ...Map.groupBy(hidden, ({ hasPassword, status }) =>
      hasPassword ? 'protected by a password' : (STATES[status] ?? status),
    ),
  ].map(
    ([state, group]) =>
      `${group.length} left out because they are ${state}: ${listed(group.map(({ title }) => title))}.`,
  );
}
