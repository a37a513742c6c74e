import { parse, serialize } from 'parse5';
import { oneLine } from '../epub/text.ts';
import { attribute, type Element, findAll, textOf } from '../epub/tree.ts';
import type { Manuscript } from './types.ts';

/** A page of HTML, with what its head says. */
export function readHtml(text: string): Manuscript {
  const page = parse(text);
  const all = findAll(page, () => true);
  const named = (tag: string) => all.find((element) => element.tagName === tag);
  const title = named('title');
  const authors = metaOf(all, 'author');
  return {
    html: serialize(named('body') ?? page),
    title: title ? oneLine(textOf(title)) : undefined,
    authors: authors === undefined ? undefined : [authors],
    language: attribute(named('html') ?? ({ attrs: [] } as unknown as Element), 'lang'),
    description: metaOf(all, 'description'),
    subjects: metaOf(all, 'keywords')?.split(',').map(oneLine).filter(Boolean),
    identifier: metaOf(all, 'identifier') ?? metaOf(all, 'dc.identifier'),
  };
}

function metaOf(all: readonly Element[], name: string): string | undefined {
  const meta = all.find((one) => one.tagName === 'meta' && attribute(one, 'name').toLowerCase() === name);
  const content = meta && oneLine(attribute(meta, 'content'));
  return content === '' ? undefined : content;
}
