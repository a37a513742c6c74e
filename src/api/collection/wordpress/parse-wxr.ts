import sax from 'sax';
import { DEFAULT_LIMITS, mib } from '../../epub/limits.ts';
import { ManuscriptError } from '../../manuscript/index.ts';

/** A post, page, attachment or other item of a WordPress export. */
export interface WxrItem {
  /** The texts of the item's elements, by name, such as `wp:post_id` and `content:encoded`. */
  readonly fields: ReadonlyMap<string, string>;
  readonly terms: readonly WxrTerm[];
  /** The custom fields by key. If a key is repeated, its last value is used. */
  readonly meta: ReadonlyMap<string, string>;
}

/** A category, tag or other term of an item. */
export interface WxrTerm {
  readonly domain: string;
  readonly slug: string;
  readonly name: string;
}

/** The combined content of an export's files. */
export interface Wxr {
  readonly items: WxrItem[];
  /** The display names of authors, by login name. */
  readonly authors: Map<string, string>;
  /** The slugs of parent categories, by the slug of the category. */
  readonly parents: Map<string, string>;
  /** The names of categories, by slug. */
  readonly names: Map<string, string>;
  /** The descriptions of categories, by slug. */
  readonly descriptions: Map<string, string>;
  /** BCP 47 tag. */
  language: string | undefined;
  /** URL of the site. */
  site: string;
  title: string;
}

export const emptyWxr = (): Wxr => ({
  items: [],
  authors: new Map(),
  parents: new Map(),
  names: new Map(),
  descriptions: new Map(),
  language: undefined,
  site: '',
  title: '',
});

const MAX_ITEMS = 200_000;
/** Maximum length of the text of an element. */
const MAX_TEXT_CHARACTERS = DEFAULT_LIMITS.documentBytes;
const MAX_DEPTH = 40;
const CHUNK_BYTES = 1024 * 1024;
/** Elements that may be repeated, and whose child elements are read together. */
const GROUPS = new Set(['wp:postmeta', 'wp:comment', 'wp:author', 'wp:category', 'wp:tag', 'wp:term']);

/** Whether a file is a WordPress export (WXR, an extension of RSS). */
export const isWxr = (bytes: Uint8Array): boolean => {
  const head = new TextDecoder().decode(bytes.subarray(0, 20_000));
  return /<rss[\s>]/.test(head) && /wordpress\.org\/export\/|<wp:wxr_version>/.test(head);
};

/**
 * Adds the content of an export file to `wxr`. Parses the file in chunks. Does not expand entities of a DOCTYPE.
 * @throws ManuscriptError if the file is truncated or damaged, or exceeds a limit
 */
export function parseWxr(bytes: Uint8Array, path: string, wxr: Wxr): void {
  const parser = new sax.SAXParser(true, {});
  const reader = createReader(wxr, path);
  parser.onopentag = ({ name, attributes }) => reader.open(name, attributes as Record<string, string>);
  parser.onclosetag = (name) => reader.close(name);
  parser.ontext = (text) => reader.text(text);
  parser.oncdata = (text) => reader.text(text);
  parser.onerror = (error) => {
    // Ignores errors about entities, because plugins write bare ampersands and HTML entities into titles.
    if (!/entity|character/i.test(error.message)) throw broken(path, error);
    parser.error = null as never;
    parser.resume();
  };
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true }));
  parser.write(decoder.decode()).close();
}

const broken = (path: string, cause: Error) =>
  new ManuscriptError(
    `"${path}" is cut off or damaged (${cause.message.split('\n')[0]}). Export it again; if the server stops early, export fewer posts at once.`,
    { cause },
  );

function createReader(wxr: Wxr, path: string) {
  const open: string[] = [];
  let text: string[] = [];
  let characters = 0;
  let item: { fields: Map<string, string>; terms: WxrTerm[]; meta: Map<string, string> } | undefined;
  /** The texts of the current element in `GROUPS`, by the name of the child element. */
  let group = new Map<string, string>();
  let term: { domain: string; slug: string } | undefined;

  const refuse = (what: string) => new ManuscriptError(`"${path}" has ${what}. Export it in several files.`);
  const endItem = () => {
    if (wxr.items.length >= MAX_ITEMS) throw refuse(`more than ${MAX_ITEMS} posts`);
    if (item) wxr.items.push(item);
    item = undefined;
  };
  const endGroup = (name: string) => {
    const value = (field: string) => group.get(field) ?? '';
    if (name === 'wp:postmeta') item?.meta.set(value('wp:meta_key'), value('wp:meta_value'));
    if (name === 'wp:author') wxr.authors.set(value('wp:author_login'), value('wp:author_display_name'));
    if (name === 'wp:category') {
      wxr.parents.set(value('wp:category_nicename'), value('wp:category_parent'));
      wxr.names.set(value('wp:category_nicename'), value('wp:cat_name'));
      wxr.descriptions.set(value('wp:category_nicename'), value('wp:category_description'));
    }
    group = new Map();
  };
  const endField = (name: string, value: string) => {
    const isOfGroup = open.some((name) => GROUPS.has(name));
    if (isOfGroup) group.set(name, value);
    else if (item && name === 'category' && term) item.terms.push({ ...term, name: value });
    else if (item) item.fields.set(name, value);
    else if (name === 'title' && open.at(-1) === 'channel') wxr.title = value;
    else if (name === 'language') wxr.language ??= value || undefined;
    else if (name === 'wp:base_blog_url' || (name === 'link' && wxr.site === '')) wxr.site = value;
  };

  return {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (open.length >= MAX_DEPTH) throw refuse(`more than ${MAX_DEPTH} nested elements`);
      open.push(name);
      [text, characters] = [[], 0];
      if (name === 'item') item = { fields: new Map(), terms: [], meta: new Map() };
      if (name === 'category')
        term = { domain: attributes['domain'] ?? 'category', slug: attributes['nicename'] ?? '' };
    },
    text(value: string) {
      characters += value.length;
      if (characters > MAX_TEXT_CHARACTERS) throw refuse(`a post with more than ${mib(MAX_TEXT_CHARACTERS)}`);
      text.push(value);
    },
    close(name: string) {
      open.pop();
      const value = text.join('').trim();
      [text, characters] = [[], 0];
      if (name === 'item') endItem();
      else if (GROUPS.has(name)) endGroup(name);
      else endField(name, value);
    },
  };
}
