import { parseFragment } from 'parse5';
import { MAX_ALTERNATIVE_TITLES } from '#src/contract/entities/book.ts';
import { hash } from '#src/lib/hash.ts';
import { withoutSite } from '../manuscript/site-names.ts';
import { EpubError } from './errors.ts';
import { MAX_DESCRIPTION_CHARACTERS, MAX_DESCRIPTION_SOURCE_CHARACTERS } from './limits.ts';
import type { Package } from './package.ts';
import { oneLine } from './text.ts';
import { childrenOf, isElement, type Node, textOf } from './tree.ts';
import type { ImportedSeries } from './types.ts';
import { attr, named, text, type XmlDocument, type XmlElement } from './xml.ts';

export interface Metadata {
  identifier: string;
  title: string;
  authors: string[];
  language: string;
  description: string;
  subjects: string[];
  series: ImportedSeries | undefined;
  /** Omitted if the file names none. */
  alternativeTitles?: string[];
  originalTitle?: string;
  originalAuthor?: string;
  originalLanguage?: string;
}

/** Maximum number of elements with the same name. No real book has more titles, creators or subjects. */
const MAX_ELEMENTS_PER_NAME = 200;

/** Longer titles and names are left out, because the store would reject the book. */
const MAX_TITLE_CHARACTERS = 300;

export function readMetadata(opf: Package): Metadata {
  const title = mainTitle(opf.xml);
  const authors = authorsOf(opf.xml);
  return {
    identifier: opf.identifier || `urn:lectern:${hash(JSON.stringify([title, authors]), 32)}`,
    title,
    authors,
    language: languageOf(text(dc(opf.xml, 'language')[0])),
    description: descriptionOf(text(dc(opf.xml, 'description')[0])),
    subjects: unique(dc(opf.xml, 'subject').map((subject) => oneLine(text(subject)))),
    series: seriesOf(opf.xml),
    ...otherTitles(opf.xml, title),
    ...originOf(opf.xml, authors),
  };
}

/** Whether the package names FanFicFare as the program that made the book. */
export const isByFanFicFare = ({ xml }: Package): boolean =>
  dc(xml, 'contributor').some((contributor) => /fanficfare/i.test(text(contributor)));

function dc(xml: XmlDocument, name: string): XmlElement[] {
  return named(xml, name)
    .filter((element) => element.nodeName === `dc:${name}` || !element.nodeName.includes(':'))
    .slice(0, MAX_ELEMENTS_PER_NAME);
}

/**
 * Returns the title marked as the main title (EPUB 3 may contain others, such as a subtitle), or else the first title.
 */
function mainTitle(xml: XmlDocument): string {
  const metas = named(xml, 'meta');
  const titles = dc(xml, 'title').filter((title) => title.nodeName !== 'title' && text(title) !== '');
  const main = titles.find((title) => refinements(metas, title, 'title-type').includes('main')) ?? titles[0];
  return withoutSite(oneLine(text(main))) || 'Untitled';
}

/**
 * Returns the alternative titles: `dcterms:alternative`, and the title in other scripts. The original title is the one
 * with the type `original`, which EPUB does not define but publishers of translations use.
 */
function otherTitles(xml: XmlDocument, title: string): Pick<Metadata, 'alternativeTitles' | 'originalTitle'> {
  const metas = named(xml, 'meta');
  const titles = dc(xml, 'title');
  const original = titles.find((element) => refinements(metas, element, 'title-type').includes('original'));
  const alternatives = [
    ...metas.filter((meta) => attr(meta, 'property') === 'dcterms:alternative').map(text),
    ...titles.flatMap((element) => refinements(metas, element, 'alternate-script')),
  ];
  const originalTitle = original ? oneLine(text(original)) : '';
  const others = unique(alternatives.map((alternative) => oneLine(alternative)))
    .filter((other) => other !== title && other.length <= MAX_TITLE_CHARACTERS)
    .slice(0, MAX_ALTERNATIVE_TITLES);
  return {
    ...(others.length > 0 && { alternativeTitles: others }),
    ...(originalTitle !== '' &&
      originalTitle !== title &&
      originalTitle.length <= MAX_TITLE_CHARACTERS && { originalTitle }),
  };
}

/**
 * Returns the author's name and the language before a translation. A book is a translation if it names a translator
 * (`trl`) or an original title. The name is that of the first author in another script (`alternate-script`); the
 * language is the `xml:lang` of the original title, or of that name. EPUB has no other elements for them:
 * `dc:source` identifies the publication that the file was made from, usually by an ISBN.
 */
function originOf(xml: XmlDocument, authors: readonly string[]): Pick<Metadata, 'originalAuthor' | 'originalLanguage'> {
  const metas = named(xml, 'meta');
  const people = [...dc(xml, 'creator'), ...dc(xml, 'contributor')];
  const originalTitle = dc(xml, 'title').find((title) => refinements(metas, title, 'title-type').includes('original'));
  if (!originalTitle && !people.some((person) => rolesOf(metas, person).includes('trl'))) return {};
  const author = dc(xml, 'creator').find((creator) => oneLine(text(creator)) === authors[0]);
  const names = author ? refiningMetas(metas, author, 'alternate-script') : [];
  const name = oneLine(text(names[0]));
  const language = languageOf((originalTitle && langOf(originalTitle)) || langOf(names[0]));
  const isOther = language !== 'und' && language !== languageOf(text(dc(xml, 'language')[0]));
  return {
    ...(name !== '' && name !== authors[0] && name.length <= MAX_TITLE_CHARACTERS && { originalAuthor: name }),
    ...(isOther && language.length <= MAX_TAG_CHARACTERS && { originalLanguage: language }),
  };
}

const MAX_TAG_CHARACTERS = 35;

const langOf = (element: XmlElement | undefined): string => (element ? attr(element, 'xml:lang') : '');

const rolesOf = (metas: XmlElement[], person: XmlElement): string[] =>
  [attr(person, 'opf:role'), ...refinements(metas, person, 'role')].filter(Boolean);

function authorsOf(xml: XmlDocument): string[] {
  const metas = named(xml, 'meta');
  const creators = dc(xml, 'creator');
  const authors = creators.filter((creator) => {
    const roles = rolesOf(metas, creator);
    return roles.length === 0 || roles.includes('aut');
  });
  return unique((authors.length > 0 ? authors : creators).map((creator) => oneLine(text(creator))));
}

const refinements = (metas: XmlElement[], element: XmlElement, property: string): string[] =>
  refiningMetas(metas, element, property).map(text);

function refiningMetas(metas: XmlElement[], element: XmlElement, property: string): XmlElement[] {
  const id = attr(element, 'id');
  if (id === '') return [];
  return metas.filter((meta) => attr(meta, 'refines') === `#${id}` && attr(meta, 'property') === property);
}

function languageOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'und';
  } catch {
    return 'und';
  }
}

const BLOCK = /^(?:p|div|br|li|ul|ol|h[1-6]|blockquote|hr|tr|section)$/;

/** Converts a description to plain text and limits its length. A text that is far too long is not parsed. */
function descriptionOf(source: string): string {
  const description = source.length > MAX_DESCRIPTION_SOURCE_CHARACTERS ? source : plainText(source);
  if (description.length <= MAX_DESCRIPTION_CHARACTERS) return description;
  throw new EpubError(
    'too-large',
    `Its description has ${description.length} characters; the limit is ${MAX_DESCRIPTION_CHARACTERS}. Shorten it in an EPUB editor.`,
  );
}

/** Removes markup from a description. Descriptions often contain markup, escaped or not. */
function plainText(description: string): string {
  const parts: string[] = [];
  const visit = (node: Node): void => {
    const block = isElement(node) && BLOCK.test(node.tagName);
    if (isElement(node) && /^(?:script|style)$/.test(node.tagName)) return;
    if (block) parts.push('\n\n');
    if (node.nodeName === '#text')
      parts.push(
        textOf(node)
          .replace(/\s*\n\s*\n\s*/g, '\u0000')
          .replace(/\s+/g, ' ')
          .replaceAll('\u0000', '\n\n'),
      );
    childrenOf(node).forEach(visit);
    if (block) parts.push('\n\n');
  };
  visit(parseFragment(description));
  return parts
    .join('')
    .replace(/[ \t]*\n\s*/g, '\n\n')
    .trim();
}

function unique(values: string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))];
}

/**
 * Returns the series: an EPUB 3 collection of type `series` or without a type, or else the series in calibre's
 * metadata.
 */
function seriesOf(xml: XmlDocument): ImportedSeries | undefined {
  const metas = named(xml, 'meta');
  const collections = metas.filter((meta) => attr(meta, 'property') === 'belongs-to-collection');
  const typeOf = (meta: XmlElement) => refinements(metas, meta, 'collection-type')[0] ?? '';
  const collection =
    collections.find((meta) => typeOf(meta) === 'series') ?? collections.find((meta) => typeOf(meta) === '');
  if (collection) return series(text(collection), refinements(metas, collection, 'group-position')[0]);
  const calibre = (name: string) => metas.find((meta) => attr(meta, 'name') === `calibre:${name}`);
  const [name, position] = [calibre('series'), calibre('series_index')];
  return name && series(attr(name, 'content'), position && attr(position, 'content'));
}

/** Creates a series. The position is a number such as "1.5" or "2.0". Of a nested "2.1.3", only 2.1 is used. */
function series(name: string, position = ''): ImportedSeries | undefined {
  const number = Number.parseFloat(position);
  const title = oneLine(name);
  return title === '' ? undefined : { name: title, number: number >= 0 && number < 100_000 ? number : null };
}
