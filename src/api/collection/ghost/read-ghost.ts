import { parseFragment, serialize } from 'parse5';
import { parseTimestamp } from '#src/lib/timestamp.ts';
import { attribute, findAll, remove } from '../../epub/tree.ts';
import { asArray, asObject, asText, type JsonObject, textIn } from '../json.ts';
import { listed } from '../numbered/order.ts';
import type { SiteBook, SiteExport } from '../site/types.ts';
import { lexicalHtml, mobiledocHtml } from './html.ts';

/** A tag is a book if at least this many posts have it. */
const MIN_POSTS = 2;

interface GhostTables {
  readonly posts: readonly JsonObject[];
  readonly tags: ReadonlyMap<string, JsonObject>;
  /** Tag ids by post id, the primary tag first. */
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
  /** Author names by post id. */
  readonly authorsOf: ReadonlyMap<string, readonly string[]>;
  readonly settings: ReadonlyMap<string, string>;
}

/** Returns the tables of a Ghost export (Settings > Migration > Export); undefined for any other JSON file. */
export function ghostTables(json: unknown): GhostTables | undefined {
  const root = asObject(json);
  const data = asObject(asObject(asArray(root['db'])[0])['data'] ?? root['data']);
  if (!Array.isArray(data['posts'])) return undefined;
  const rows = (name: string) => asArray(data[name]).map(asObject);
  const users = new Map(rows('users').map((user) => [textIn(user, 'id'), textIn(user, 'name')]));
  return {
    posts: rows('posts'),
    tags: new Map(rows('tags').map((tag) => [textIn(tag, 'id'), tag])),
    tagsOf: grouped(rows('posts_tags'), 'tag_id', (id) => id),
    authorsOf: grouped(rows('posts_authors'), 'author_id', (id) => users.get(id)),
    settings: new Map(rows('settings').map((row) => [textIn(row, 'key'), textIn(row, 'value')])),
  };
}

/** Groups the rows of a relation by post, in the order of `sort_order`. */
function grouped(rows: readonly JsonObject[], column: string, of: (id: string) => string | undefined) {
  const sorted = rows.toSorted((a, b) => (Number(a['sort_order']) || 0) - (Number(b['sort_order']) || 0));
  const byPost = Map.groupBy(sorted, (row) => textIn(row, 'post_id'));
  return new Map([...byPost].map(([post, own]) => [post, own.flatMap((row) => of(textIn(row, column)) ?? [])]));
}

/** Returns the books of a Ghost site: each tag is a book, and its posts are the chapters. */
export function ghostBooks(tables: GhostTables): SiteExport {
  const posts = tables.posts.filter((post) => !isPage(post)).toSorted(byDate);
  const sizes = new Map<string, number>();
  for (const post of posts.filter((candidate) => hiddenReason(candidate) === undefined))
    for (const tag of publicTags(post, tables)) sizes.set(tag, (sizes.get(tag) ?? 0) + 1);
  // The first tag of a post, which Ghost calls its primary tag, takes precedence.
  const tagOf = (post: JsonObject) => publicTags(post, tables).find((tag) => (sizes.get(tag) ?? 0) >= MIN_POSTS) ?? '';
  const groups = Map.groupBy(posts, tagOf);
  const alone = (groups.get('') ?? []).filter((post) => hiddenReason(post) === undefined);
  const books = [...groups].filter(([tag]) => tag !== '').map(([tag, own]) => bookOfTag(tag, own, tables));
  // A site without tags has a single book.
  if (books.length === 0 && alone.length >= MIN_POSTS) books.push(bookOfTag('', groups.get('') ?? [], tables));
  const unused = books.length === 1 && groups.size === 1 && groups.has('') ? [] : alone;
  const pages = tables.posts.filter(isPage).length;
  const warnings = [
    ...(unused.length > 0
      ? [
          `${unused.length} posts belong to no book, because no tag of theirs has ${MIN_POSTS} posts: ${titles(unused)}.`,
        ]
      : []),
    ...(pages > 0 ? [`${pages === 1 ? '1 page was' : `${pages} pages were`} left out.`] : []),
  ];
  return { books, warnings };
}

const titles = (posts: readonly JsonObject[]) => listed(posts.map((post) => textIn(post, 'title')));
const isPage = (post: JsonObject) => post['type'] === 'page' || post['page'] === 1 || post['page'] === true;
const dateOf = (post: JsonObject) => timeOf(textIn(post, 'published_at') || textIn(post, 'created_at'));
const byDate = (a: JsonObject, b: JsonObject) =>
  dateOf(a) - dateOf(b) || textIn(a, 'id').localeCompare(textIn(b, 'id'));

/** Ghost exports dates with any offset; older versions export ms since 1970, or dates in UTC without an offset. */
function timeOf(date: string): number {
  const time = /^\d+$/.test(date) ? Number(date) : parseTimestamp(date.replace(/^(\S+) (\S+)$/, '$1T$2Z'));
  return time ?? 0;
}

/** Returns the ids of a post's tags, without Ghost's internal tags, whose names begin with "#". */
const publicTags = (post: JsonObject, { tags, tagsOf }: GhostTables): readonly string[] =>
  (tagsOf.get(textIn(post, 'id')) ?? []).filter((id) => {
    const tag = tags.get(id);
    return tag !== undefined && tag['visibility'] !== 'internal' && !textIn(tag, 'name').startsWith('#');
  });

/** Returns why visitors without an account cannot read a post; undefined if they can. */
function hiddenReason(post: JsonObject): string | undefined {
  const status = textIn(post, 'status');
  if (status === 'sent') return 'they were only sent by e-mail';
  if (status !== 'published') return status === 'scheduled' ? 'they are scheduled' : 'they are drafts';
  const visibility = textIn(post, 'visibility') || 'public';
  return visibility === 'public' ? undefined : 'they are for members; make them public in Ghost to import them';
}

function bookOfTag(id: string, posts: readonly JsonObject[], tables: GhostTables): SiteBook {
  const tag = tables.tags.get(id) ?? {};
  const published = posts.filter((post) => hiddenReason(post) === undefined);
  const hidden = Map.groupBy(
    posts.filter((post) => !published.includes(post)),
    (post) => hiddenReason(post) ?? '',
  );
  const authors = published.flatMap((post) => tables.authorsOf.get(textIn(post, 'id'))?.[0] ?? []);
  const [author] = [...Map.groupBy(authors, (name) => name)].toSorted((a, b) => b[1].length - a[1].length);
  const others = new Set(published.flatMap((post) => publicTags(post, tables)).filter((other) => other !== id));
  const picture = [tag, ...published].map((row) => textIn(row, 'feature_image')).find((address) => address !== '');
  return {
    identifier: `ghost:${id}`,
    title: textIn(tag, 'name') || tables.settings.get('title') || 'Untitled',
    authors: author ? [author[0]] : [],
    language: tables.settings.get('locale') || tables.settings.get('lang') || undefined,
    description: textIn(tag, 'description'),
    subjects: [...others].map((other) => asText(tables.tags.get(other)?.['name'])),
    posts: published.map((post) => ({
      title: textIn(post, 'title'),
      html: htmlOf(post),
      addresses: [`/${textIn(post, 'slug')}/`],
    })),
    addresses: id === '' ? [] : [`/tag/${textIn(tag, 'slug')}/`],
    cover: picture?.replace('__GHOST_URL__', ''),
    warnings: [...hidden].map(([reason, group]) => `${group.length} left out because ${reason}: ${titles(group)}.`),
  };
}

/** Returns the HTML of a post: from the export, which usually contains it, or else from the editor's format. */
function htmlOf(post: JsonObject): string {
  const html = textIn(post, 'html');
  const [lexical, mobiledoc] = [textIn(post, 'lexical'), textIn(post, 'mobiledoc')];
  if (html !== '') return withoutCards(html);
  return lexical !== '' ? editorHtml(lexicalHtml, lexical) : editorHtml(mobiledocHtml, mobiledoc);
}

/** Matches cards that are not part of the text: buttons, sign-up forms and links to other pages. */
const CARD = /(?:^|\s)kg-(?:button|signup|bookmark|product|cta|email|header-cta)[\w-]*-card|kg-callout-emoji(?:\s|$)/;

function withoutCards(html: string): string {
  if (!html.includes('kg-')) return html;
  const page = parseFragment(html);
  for (const card of findAll(page, (element) => CARD.test(attribute(element, 'class')))) remove(card);
  return serialize(page);
}

/** Converts a post to HTML. @returns an empty text if the post is damaged, so that it is reported as empty */
function editorHtml(convert: (source: string) => string, source: string): string {
  try {
    return convert(source);
  } catch {
    return '';
  }
}
