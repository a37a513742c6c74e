import { parse } from 'parse5';
import { oneLine } from '../epub/text.ts';
import { attribute, type Element, findAll, makeElement, textOf } from '../epub/tree.ts';
import { takeArchiveFields } from './fan-archive.ts';
import { takeFront } from './front.ts';
import type { Manuscript } from './manuscript.ts';
import { takeOpening } from './opening.ts';
import { takeSiteLines } from './site-lines.ts';
import { tidy } from './tidy.ts';

/** Matches the author, whom Word writes into a conditional comment in the head. */
const WORD_AUTHOR = /<o:Author>([^<]{1,200})<\/o:Author>/;
const HEAD_CHARACTERS = 100_000;

/** Reads an HTML page. Takes the metadata from its title page or its head. */
export function readHtml(text: string): Manuscript {
  const page = parse(text);
  const all = findAll(page, () => true);
  const named = (tag: string) => all.find((element) => element.tagName === tag);
  const body = named('body') ?? makeElement('body');
  const title = named('title');
  const word = WORD_AUTHOR.exec(text.slice(0, HEAD_CHARACTERS))?.[1];
  const archive = takeArchiveFields(body);
  const siteLines = takeSiteLines(body);
  tidy(body);
  const front = takeFront(body);
  const opening = archive ? undefined : takeOpening(body);
  const author = metaOf(all, 'author', 'dc.creator', 'dcterms.creator') ?? (word && oneLine(word));
  return {
    body,
    sheets: all.filter(({ tagName }) => tagName === 'style').map(sheetOf),
    title: archive?.title ?? front.title ?? opening?.title ?? (title ? oneLine(textOf(title)) : undefined),
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

/** Returns the CSS of a style element, without the comment marks that Word puts around it and browsers ignore. */
const sheetOf = (style: Element) => textOf(style).replaceAll(/<!--|-->/g, '');

const languageOf = (element: Element | undefined) => (element === undefined ? '' : attribute(element, 'lang'));

function metaOf(all: readonly Element[], ...names: string[]): string | undefined {
  return names
    .flatMap((name) =>
      all.filter((element) => element.tagName === 'meta' && attribute(element, 'name').toLowerCase() === name),
    )
    .map((meta) => oneLine(attribute(meta, 'content')))
    .find((content) => content !== '');
}
