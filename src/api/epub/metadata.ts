import { parseFragment } from 'parse5';
import { hash } from '#src/lib/hash.ts';
import type { Package } from './package.ts';
import { oneLine } from './text.ts';
import { childrenOf, isElement, type Node, textOf } from './tree.ts';
import { attr, named, text, type XmlDocument, type XmlElement } from './xml.ts';

export interface Metadata {
  identifier: string;
  title: string;
  authors: string[];
  language: string;
  description: string;
  subjects: string[];
}

/** More titles, creators or subjects than this are no book's. */
const MAX_OF_A_KIND = 200;

export function readMetadata(opf: Package): Metadata {
  const title = mainTitle(opf.xml);
  const authors = authorsOf(opf.xml);
  return {
    identifier: opf.identifier || `urn:lectern:${hash(JSON.stringify([title, authors]), 32)}`,
    title,
    authors,
    language: languageOf(text(dc(opf.xml, 'language')[0])),
    description: plainText(text(dc(opf.xml, 'description')[0])),
    subjects: unique(dc(opf.xml, 'subject').map((subject) => oneLine(text(subject)))),
  };
}

function dc(xml: XmlDocument, name: string): XmlElement[] {
  return named(xml, name)
    .filter((element) => element.nodeName === `dc:${name}` || !element.nodeName.includes(':'))
    .slice(0, MAX_OF_A_KIND);
}

/** EPUB 3 may name a subtitle and a full title besides; unmarked, the first title is the main one. */
function mainTitle(xml: XmlDocument): string {
  const metas = named(xml, 'meta');
  const titles = dc(xml, 'title').filter((title) => title.nodeName !== 'title' && text(title) !== '');
  const main = titles.find((title) => refinements(metas, title, 'title-type').includes('main')) ?? titles[0];
  return oneLine(text(main)) || 'Untitled';
}

function authorsOf(xml: XmlDocument): string[] {
  const metas = named(xml, 'meta');
  const creators = dc(xml, 'creator');
  const authors = creators.filter((creator) => {
    const roles = [attr(creator, 'opf:role'), ...refinements(metas, creator, 'role')].filter(Boolean);
    return roles.length === 0 || roles.includes('aut');
  });
  return unique((authors.length > 0 ? authors : creators).map((creator) => oneLine(text(creator))));
}

function refinements(metas: XmlElement[], element: XmlElement, property: string): string[] {
  const id = attr(element, 'id');
  if (id === '') return [];
  return metas.filter((meta) => attr(meta, 'refines') === `#${id}` && attr(meta, 'property') === property).map(text);
}

function languageOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'und';
  } catch {
    return 'und';
  }
}

const BLOCK = /^(?:p|div|br|li|ul|ol|h[1-6]|blockquote|hr|tr|section)$/;

/** Descriptions often carry markup, escaped or not. */
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

const QUALIFIER = /\s*\([^()]*\)/g;
const FORM_ONLY = /^(?:fiction|novels?|general)$/i;

/**
 * Tags from subject headings: "Vampires--Fiction" and "Gothic fiction (Literary genre)" become "Vampires" and
 * "Gothic fiction"; BISAC's "FICTION / Classics" becomes "Classics".
 */
export function subjectTags(subjects: string[]): string[] {
  const tags = new Map<string, string>();
  for (const subject of subjects) {
    const parts = subject.split(/\s*--\s*|\s+\/\s+|\s*;\s*/).map((part) => part.replace(QUALIFIER, '').trim());
    const tag = parts.find((part) => part !== '' && !FORM_ONLY.test(part));
    if (tag !== undefined && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}
