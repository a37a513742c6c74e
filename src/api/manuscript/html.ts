import { defaultTreeAdapter, parse } from 'parse5';
import { separateAuthorNotes } from '../epub/author-notes.ts';
import { oneLine } from '../epub/text.ts';
import { attribute, childrenOf, type Element, findAll, isElement, makeElement, remove, textOf } from '../epub/tree.ts';
import { takeArchiveFields } from './fan-archive.ts';
import { takeFront } from './front.ts';
import { moveInlineNotes, withShortcodeNotes } from './inline-notes.ts';
import type { Manuscript } from './manuscript.ts';
import { takeOpening } from './opening.ts';
import { takeSiteLines } from './site-lines.ts';
import { withoutSite } from './site-names.ts';
import { pageTitle } from './site-titles.ts';
import { tidy } from './tidy.ts';

/** Matches the author, whom Word writes into a conditional comment in the head. */
const WORD_AUTHOR = /<o:Author>([^<]{1,200})<\/o:Author>/;
const HEAD_CHARACTERS = 100_000;

/** Reads an HTML page. Takes the metadata from its title page or its head. */
export function readHtml(text: string): Manuscript {
  const page = parse(withShortcodeNotes(text));
  const all = findAll(page, () => true);
  const named = (tag: string) => all.find((element) => element.tagName === tag);
  const body = named('body') ?? makeElement('body');
  const title = named('title');
  const word = WORD_AUTHOR.exec(text.slice(0, HEAD_CHARACTERS))?.[1];
  const archive = takeArchiveFields(body);
  removeNoteRule(body);
  moveInlineNotes(body);
  separateAuthorNotes(body);
  const siteLines = takeSiteLines(body);
  tidy(body);
  const front = takeFront(body);
  const opening = archive ? undefined : takeOpening(body);
  const ownTitle = archive?.title ?? front.title ?? opening?.title;
  const pageName = title && pageTitle(withoutSite(oneLine(textOf(title)), propertyOf(all, 'og:site_name')));
  if (ownTitle === undefined && pageName?.chapter !== undefined) addHeading(body, pageName.chapter);
  const author = metaOf(all, 'author', 'dc.creator', 'dcterms.creator') ?? (word && oneLine(word));
  return {
    body,
    sheets: all.filter(({ tagName }) => tagName === 'style').map(sheetOf),
    title: ownTitle ?? pageName?.book,
    authors:
      archive?.authors ??
      front.authors ??
      (opening?.title === undefined ? undefined : opening.authors) ??
      (author ? [author] : opening?.authors),
    language: languageOf(named('html')) || languageOf(body),
    description: archive?.description ?? metaOf(all, 'description', 'dc.description'),
    subjects: archive?.subjects ?? metaOf(all, 'keywords')?.split(',').map(oneLine).filter(Boolean),
    leftOut: [...siteLines, ...(archive?.leftOut ?? opening?.leftOut ?? [])],
    identifier: metaOf(all, 'identifier', 'dc.identifier'),
  };
}

/** Removes the rule that Google Docs puts above its notes, which would end the last chapter. */
function removeNoteRule(body: Element): void {
  const rules = findAll(body, ({ tagName }) => tagName === 'hr');
  for (const parent of new Set(rules.map(({ parentNode }) => parentNode))) {
    const siblings = parent ? childrenOf(parent).filter(isElement) : [];
    for (const [index, rule] of siblings.entries()) {
      const next = siblings[index + 1];
      if (rule.tagName !== 'hr' || next?.tagName !== 'div') continue;
      const [link] = findAll(next, ({ tagName }) => tagName === 'a');
      if (link && /^#(?:ftnt|cmnt)_ref\d/.test(attribute(link, 'href'))) remove(rule);
    }
  }
}

/** Returns the CSS of a style element, without the comment marks that Word puts around it and browsers ignore. */
const sheetOf = (style: Element) => textOf(style).replaceAll(/<!--|-->/g, '');

const languageOf = (element: Element | undefined) => (element === undefined ? '' : attribute(element, 'lang'));

const propertyOf = (all: readonly Element[], name: string) =>
  attribute(
    all.find((element) => element.tagName === 'meta' && attribute(element, 'property') === name) ?? makeElement('meta'),
    'content',
  );

/** Adds the title of a chapter above a text without headings. */
function addHeading(body: Element, text: string): void {
  if (findAll(body, ({ tagName }) => /^h[1-6]$/.test(tagName)).length > 0) return;
  const heading = makeElement('h1');
  defaultTreeAdapter.insertText(heading, text);
  const [first] = body.childNodes;
  if (first) defaultTreeAdapter.insertBefore(body, heading, first);
  else defaultTreeAdapter.appendChild(body, heading);
}

function metaOf(all: readonly Element[], ...names: string[]): string | undefined {
  return names
    .flatMap((name) =>
      all.filter((element) => element.tagName === 'meta' && attribute(element, 'name').toLowerCase() === name),
    )
    .map((meta) => oneLine(attribute(meta, 'content')))
    .find((content) => content !== '');
}
