import { parseFragment } from 'parse5';
import { countWords } from '#src/lib/count-words.ts';
import { imageSources } from '../../epub/images.ts';
import { oneLine } from '../../epub/text.ts';
import { humanTitle, parseTitle } from '../../epub/titles.ts';
import { type Element, findAll, makeElement, moveInto, textOf } from '../../epub/tree.ts';
import { bookOf, type FieldOverrides, ManuscriptError, type Stretch } from '../../manuscript/index.ts';
import { moveInlineNotes } from '../../manuscript/inline-notes.ts';
import { detectLanguage } from '../../manuscript/language/detect.ts';
import { checkMarkup } from '../../manuscript/markup-limits.ts';
import { createRender } from '../../manuscript/render.ts';
import { takeSiteLines } from '../../manuscript/site-lines.ts';
import { withoutSite } from '../../manuscript/site-names.ts';
import { tidy } from '../../manuscript/tidy.ts';
import { prefixAnchors } from '../numbered/chapter-text.ts';
import { chaptersDoubt, listed } from '../numbered/order.ts';
import type { CollectionBook, CollectionFile } from '../types.ts';
import { createSitePictures, pictureName, type SitePictures } from './pictures.ts';
import type { SiteBook, SitePost } from './types.ts';

const SAMPLE_CHARACTERS = 2000;
const MAX_DESCRIPTION_CHARACTERS = 20_000;

/**
 * Creates a book from posts of a site, with a chapter per post.
 * @param files the files of the export, which may include the cover and pictures
 * @throws ManuscriptError, EpubError if a post cannot be imported
 */
export async function toBook(
  site: SiteBook,
  files: readonly CollectionFile[],
  overrides: FieldOverrides,
): Promise<CollectionBook> {
  const pictures = createSitePictures(files);
  const missing: string[] = [];
  const samples: string[] = [];
  const siteLanguage = languageOf(site);
  const read: { stretch: Stretch; post: SitePost }[] = [];
  for (const [index, post] of site.posts.entries()) {
    const stated = overrides.language ?? siteLanguage;
    const { stretch, sample, missingPictures } = await readPost(post, { key: `f${index}`, stated, pictures });
    missing.push(...missingPictures);
    samples.push(sample);
    read.push({ stretch, post });
  }
  const empty = read.filter(({ stretch }) => stretch.words === 0).map(({ post }) => post);
  const filled = read.filter(({ stretch }) => stretch.words > 0);
  const { title, subjects, identifier } = site;
  const language = siteLanguage;
  const authors = overrides.author ? [overrides.author] : site.authors;
  const description = plainText(site.description).slice(0, MAX_DESCRIPTION_CHARACTERS);
  const split = { title: undefined, stretches: filled.map(({ stretch }) => stretch), by: 'headings' as const };
  const imported = bookOf(
    { split, title, authors, language, description, subjects, identifier },
    title,
    overrides,
    samples.join('\n'),
  );
  const messages = [
    ...site.warnings,
    ...(empty.length > 0
      ? [`${empty.length} posts have no text and were left out: ${listed(empty.map(({ title }) => title))}.`]
      : []),
    ...(missing.length > 0
      ? [
          `${missing.length} pictures in chapters were left out: ${listed([...new Set(missing)])}. Put their files next to the export and import the folder.`,
        ]
      : []),
  ];
  const images = pictures.used(imported.chapters.map(({ html }) => html));
  const book = { ...imported, images, doubts: messages.map(chaptersDoubt) };
  const chapters = addressesOf(book.chapters.length, filled);
  const result = { book, addresses: { book: site.addresses, chapters }, isFinished: site.isFinished };
  return withCover(result, site.cover, pictures);
}

const SAMPLED_POSTS = 5;

/** Returns the language of a site. Ignores it if the texts are in another script, because it may be that of the menus. */
function languageOf({ language, posts }: SiteBook): string | undefined {
  const sample = posts
    .slice(0, SAMPLED_POSTS)
    .map(({ html }) => textOf(parseFragment(html.slice(0, SAMPLE_CHARACTERS))));
  const detected = detectLanguage(sample.join('\n'));
  const isOther = detected.confidence === 1 && language && scriptOf(detected.tag) !== scriptOf(language);
  return isOther ? detected.tag : language;
}

const scriptOf = (language: string) => {
  try {
    return new Intl.Locale(language).maximize().script;
  } catch {
    return undefined;
  }
};

/**
 * Returns the old URLs of each chapter. If a long post was divided into several chapters, returns none, because it is
 * unclear which URLs belong to which chapter.
 */
const addressesOf = (chapters: number, posts: readonly { readonly post: SitePost }[]) =>
  chapters === posts.length ? posts.map(({ post }) => post.addresses) : [];

interface PostContext {
  /** Prefix of the post's anchors. */
  readonly key: string;
  /** The language that the operator or the site specifies. */
  readonly stated: string | undefined;
  readonly pictures: SitePictures;
}

async function readPost(post: SitePost, { key, stated, pictures }: PostContext) {
  checkPost(post);
  const body = makeElement('body');
  for (const child of [...parseFragment(post.html).childNodes]) moveInto(child as Element, body);
  const sources = imageSources(body);
  const addresses = await pictures.load(sources);
  const sample = textOf(body).slice(0, SAMPLE_CHARACTERS);
  moveInlineNotes(body);
  prefixAnchors(body, `${key}-`);
  takeSiteLines(body);
  tidy(body);
  // Headings in a post do not begin chapters, so they are lowered to h3.
  for (const heading of findAll(body, ({ tagName }) => /^h[12]$/.test(tagName)))
    heading.tagName = heading.nodeName = 'h3';
  dropRepeatedTitle(body, post.title);
  const words = countWords(textOf(body));
  const language = stated ?? detectLanguage(sample).tag;
  const render = createRender(body, [], language, undefined, (source) => addresses.get(source));
  const html = render([...body.childNodes], undefined);
  const title = withoutSite(oneLine(post.title)) || undefined;
  const kind = post.isUnnumbered ? { kind: 'section' as const } : {};
  const missingPictures = sources.filter((source) => !addresses.has(source)).map(pictureName);
  const part = post.part && humanTitle(post.part, 'part', language, Number.POSITIVE_INFINITY);
  const stretch: Stretch = { title, part, html, words, anchors: [], ...kind };
  return { stretch, sample, missingPictures };
}

/** Checks the markup of a post. @throws ManuscriptError that names the post */
function checkPost({ html, title }: SitePost): void {
  try {
    checkMarkup(html);
  } catch (cause) {
    throw cause instanceof ManuscriptError ? new ManuscriptError(`"${title}": ${cause.message}`, { cause }) : cause;
  }
}

/** Removes the first heading or paragraph if it repeats the title of the post. */
function dropRepeatedTitle(body: Element, title: string): void {
  const first = body.childNodes.find((node) => node.nodeName !== '#text' || textOf(node).trim() !== '');
  if (first && /^(?:h[1-6]|p)$/.test(first.nodeName) && sameTitle(textOf(first), title))
    body.childNodes = body.childNodes.filter((node) => node !== first);
}

function sameTitle(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  if (plain(one) === '' || plain(one) === plain(other)) return plain(one) !== '';
  const [a, b] = [one, other].map((text) => parseTitle(oneLine(text), Number.POSITIVE_INFINITY));
  return a !== undefined && b !== undefined && a.number === b.number && plain(a.rest) === plain(b.rest);
}

/** Converts HTML to plain text, with empty lines between blocks. */
function plainText(html: string): string {
  const text = textOf(parseFragment(html.replaceAll(/<\/(?:p|div|h\d|li|blockquote)>|<br\s*\/?>/gi, '\n\n')));
  return text
    .replaceAll(/[ \t\u00a0]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n\n')
    .trim();
}

/** Adds the cover. Its file is found by name, because the site may have stored the cover in several sizes. */
async function withCover(
  imported: CollectionBook,
  address: string | undefined,
  pictures: SitePictures,
): Promise<CollectionBook> {
  if (address === undefined) return imported;
  const file = pictures.fileOf(address);
  if (file === undefined) {
    const message = `Its cover was left out: the file "${pictureName(address)}" is not in the folder. Put it next to the export and import the folder.`;
    return {
      ...imported,
      book: { ...imported.book, doubts: [...(imported.book.doubts ?? []), chaptersDoubt(message)] },
    };
  }
  if (!file.read) return { ...imported, coverFile: file.path };
  return { ...imported, book: { ...imported.book, cover: { bytes: await file.read(), type: 'image/jpeg' } } };
}
