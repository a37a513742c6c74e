import { ManuscriptError } from '../../manuscript/index.ts';
import type { SiteBook, SitePost } from '../site/types.ts';
import { addressesOf, hiddenWarnings, type Item, isPublic, termsOf, thumbnailOf } from './items.ts';
import type { Wxr } from './parse-wxr.ts';
import { postHtml } from './post-html.ts';

const NOVEL = 'wp-manga';
/** Type of the items that contain chapter texts. Their parent is the chapter's id in Madara's table, not a post. */
const TEXT = 'chapter_text_content';

export const isMadara = ({ type }: Item): boolean => type === NOVEL || type === TEXT;

/** A row of a Madara table in phpMyAdmin's JSON export. */
type Row = Readonly<Record<string, unknown>>;

/** The rows of Madara's tables of chapters and volumes, which a WordPress export does not contain. */
export interface MadaraTables {
  readonly chapters: readonly Row[];
  readonly volumes: readonly Row[];
}

const MAX_ROWS = 500_000;

/**
 * Reads the rows of Madara's tables from JSON, in phpMyAdmin's format or as a list of rows.
 * @returns undefined if there are no such rows
 * @throws ManuscriptError if there are more than `MAX_ROWS` rows
 */
export function madaraTables(json: unknown): MadaraTables | undefined {
  const entries: unknown[] = Array.isArray(json) ? json : [];
  const rows = entries
    .flatMap((entry) => (isRow(entry) && Array.isArray(entry['data']) ? entry['data'] : [entry]))
    .filter(isRow);
  if (rows.length > MAX_ROWS) throw new ManuscriptError(`It has ${rows.length} rows; at most ${MAX_ROWS} are read.`);
  const chapters = rows.filter((row) => 'chapter_id' in row && 'post_id' in row);
  const volumes = rows.filter((row) => 'volume_name' in row && !('chapter_id' in row));
  return chapters.length + volumes.length === 0 ? undefined : { chapters, volumes };
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const cell = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Returns the novels of Madara, a WordPress theme for comics and web novels. */
export function madaraBooks(items: ReadonlyMap<string, Item>, wxr: Wxr, tables: MadaraTables): SiteBook[] {
  const all = [...items.values()];
  const novels = all.filter((item) => item.type === NOVEL && isPublic(item));
  const texts = new Map(all.filter(({ type }) => type === TEXT).map((text) => [text.parent, text]));
  const only = novels.length === 1 && tables.chapters.length === 0;
  return novels.flatMap((novel) => {
    const rows = inOrder(tables.chapters.filter((row) => cell(row, 'post_id') === novel.id));
    const posts = only ? [...texts.values()].toSorted(byParent).map(postOfText) : postsOf(novel, rows, texts, tables);
    const missing = rows.length - posts.length;
    return posts.length === 0 ? [] : [bookOfNovel(novel, { posts, missing }, items, wxr)];
  });
}

/** Returns warnings about what cannot be imported, and what to do about it. */
export function madaraWarnings(items: ReadonlyMap<string, Item>, { chapters }: MadaraTables): string[] {
  const all = [...items.values()];
  const novels = all.filter(({ type }) => type === NOVEL);
  const texts = all.filter(({ type }) => type === TEXT);
  const warnings = hiddenWarnings(novels);
  if (novels.length > 0 && texts.length === 0)
    warnings.push(
      `The export has ${novels.length} novels of Madara without chapters. Choose "All content" in Tools > Export, which includes them.`,
    );
  else if (chapters.length === 0 && novels.length > 1)
    warnings.push(
      `The export has ${texts.length} chapters of Madara, but not to which of the ${novels.length} novels they belong: WordPress does not export the tables wp_manga_chapters and wp_manga_volumes. Export both with phpMyAdmin as JSON, put them into the folder of the export, and import the folder.`,
    );
  return warnings;
}

const FINISHED = /^(?:end|completed)$/i;

function bookOfNovel(
  novel: Item,
  { posts, missing }: { readonly posts: readonly SitePost[]; readonly missing: number },
  items: ReadonlyMap<string, Item>,
  wxr: Wxr,
): SiteBook {
  const status = novel.meta.get('_wp_manga_status') ?? '';
  const authors = termsOf(novel, 'wp-manga-author');
  return {
    identifier: `wordpress:${wxr.site}#${novel.id}`,
    title: novel.title,
    authors: authors.length > 0 ? authors : [novel.author].filter(Boolean),
    language: wxr.language,
    description: postHtml(novel.content) || novel.excerpt,
    subjects: termsOf(novel, 'wp-manga-genre', 'wp-manga-tag'),
    isFinished: status === '' ? undefined : FINISHED.test(status),
    posts,
    addresses: addressesOf(novel),
    cover: thumbnailOf(novel, items),
    warnings:
      missing > 0 ? [`${missing} chapters are listed, but their text is not in the export: pictures, or deleted.`] : [],
  };
}

/** Compares chapters by volume, then by the manual order (`chapter_index`), the number in the name, or the id. */
function byPlace(a: Row, b: Row): number {
  const volume = Number(cell(a, 'volume_id')) - Number(cell(b, 'volume_id'));
  const index = Number(cell(a, 'chapter_index')) - Number(cell(b, 'chapter_index'));
  return volume || index || numberIn(a) - numberIn(b) || Number(cell(a, 'chapter_id')) - Number(cell(b, 'chapter_id'));
}

/**
 * Orders the chapters of a novel. Chapters without a volume are placed by their number, or by their id if numbers are
 * repeated in each volume.
 */
function inOrder(rows: readonly Row[]): Row[] {
  const hasVolume = (row: Row) => Number(cell(row, 'volume_id')) > 0;
  const placed = rows.filter(hasVolume).toSorted(byPlace);
  const others = rows.filter((row) => !hasVolume(row)).toSorted(byPlace);
  const numbers = new Set(rows.map(numberIn));
  const idOf = (row: Row) => Number(cell(row, 'chapter_id'));
  const place = numbers.size === rows.length ? numberIn : idOf;
  const result: Row[] = [];
  let at = 0;
  for (const row of placed) {
    for (let other = others[at]; other && place(other) < place(row); other = others[at]) {
      result.push(other);
      at += 1;
    }
    result.push(row);
  }
  return [...result, ...others.slice(at)];
}

const numberIn = (row: Row): number => Number(/\d+(?:\.\d+)?/.exec(cell(row, 'chapter_name'))?.[0] ?? Number.NaN) || 0;

const byParent = (a: Item, b: Item) => Number(a.parent) - Number(b.parent);

function postsOf(
  novel: Item,
  rows: readonly Row[],
  texts: ReadonlyMap<string, Item>,
  { volumes }: MadaraTables,
): SitePost[] {
  const volumeNames = new Map(volumes.map((row) => [cell(row, 'volume_id'), cell(row, 'volume_name')]));
  return rows.flatMap((row) => {
    const text = texts.get(cell(row, 'chapter_id'));
    if (!text) return [];
    const extension = cell(row, 'chapter_name_extend');
    const name = cell(row, 'chapter_name');
    return [
      {
        title: extension === '' ? name : `${name}: ${extension}`,
        html: postHtml(text.content),
        part: volumeNames.get(cell(row, 'volume_id')) || undefined,
        addresses: chapterAddresses(novel, cell(row, 'chapter_slug'), volumeNames.get(cell(row, 'volume_id'))),
      },
    ];
  });
}

/** Returns the URLs of a chapter: the novel's URL, followed by the slugs of the volume and the chapter. */
function chapterAddresses({ link }: Item, slug: string, volume = ''): string[] {
  if (slug === '' || link === '') return [];
  const base = link.endsWith('/') ? link : `${link}/`;
  const volumeSlug = volume
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return volumeSlug === '' ? [`${base}${slug}/`] : [`${base}${volumeSlug}/${slug}/`, `${base}${slug}/`];
}

/** Creates a chapter without Madara's tables. Its title is derived from its slug, such as "57-chapter-3". */
function postOfText(text: Item): SitePost {
  const slug = text.title.replace(/^\d+-/, '').replaceAll('-', ' ').trim();
  const title = slug.charAt(0).toUpperCase() + slug.slice(1);
  return { title, html: postHtml(text.content), addresses: [] };
}
