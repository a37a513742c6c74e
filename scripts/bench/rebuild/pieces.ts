import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';

/** Where in a page something stands that may differ from page to page. */
export type Place = 'text' | 'attribute' | 'script';

/** A page taken apart: what is fixed, and between each two fixed parts a value. Put together again they are the page. */
export interface Pieces {
  readonly fixed: readonly string[];
  /** One less than `fixed`; as they stand in the HTML. */
  readonly values: readonly string[];
  readonly places: readonly Place[];
}

const SCRIPT = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/y;
const TAG = /<[^>"]*(?:"[^"]*"[^>"]*)*>/y;
const ATTRIBUTE = /="([^"]*)"/g;

/** Takes HTML apart: texts, values of attributes and what scripts hold are values, everything else is fixed. */
export function piecesOf(html: string): Pieces {
  const fixed: string[] = [];
  const values: string[] = [];
  const places: Place[] = [];
  let open = '';
  const value = (text: string, place: Place) => {
    fixed.push(open);
    values.push(text);
    places.push(place);
    open = '';
  };
  const tag = (text: string) => {
    let from = 0;
    for (const { index, 1: given = '' } of text.matchAll(ATTRIBUTE)) {
      open += text.slice(from, index + 2);
      value(given, 'attribute');
      from = index + 2 + given.length;
    }
    open += text.slice(from);
  };
  for (let at = 0; at < html.length; ) {
    const script = matchAt(SCRIPT, html, at);
    const found = script ?? matchAt(TAG, html, at);
    if (script !== undefined) {
      const begin = script.indexOf('>') + 1;
      const end = script.lastIndexOf('</');
      tag(script.slice(0, begin));
      value(script.slice(begin, end), 'script');
      open += script.slice(end);
    } else if (found !== undefined) tag(found);
    const next = found === undefined ? html.indexOf('<', at + 1) : at;
    const end = next === -1 ? html.length : next;
    if (found === undefined) value(html.slice(at, end), 'text');
    at = found === undefined ? end : at + found.length;
  }
  fixed.push(open);
  return { fixed, values, places };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** A template that pages of one structure share. */
export interface Shape {
  /** What stands between the holes, one more than there are holes. */
  readonly texts: readonly string[];
  readonly holes: readonly Place[];
}

/** What makes a page of a template: the number of its shape, and what stands in the holes, as it stands in the HTML. */
export interface Filled {
  readonly shape: number;
  readonly values: readonly string[];
}

export interface Template {
  readonly shapes: readonly Shape[];
  /** @throws LecternError BENCH for HTML that the template was not learnt from */
  fill(html: string): Filled;
}

interface Group {
  readonly shape: number;
  readonly first: Pieces;
  /** Numbers of the values that are not the same everywhere. */
  readonly varying: Set<number>;
}

/** Finds the templates of HTML: what is of equal structure shares one, and what is the same everywhere is part of it. */
export function learnTemplate(pages: Iterable<string>): Template {
  const groups = new Map<string, Group>();
  for (const html of pages) {
    const pieces = piecesOf(html);
    const key = keyOf(pieces);
    const group = groups.get(key) ?? { shape: groups.size, first: pieces, varying: new Set() };
    groups.set(key, group);
    for (const [index, value] of pieces.values.entries()) {
      if (value !== group.first.values[index]) group.varying.add(index);
    }
  }
  return {
    shapes: [...groups.values()].map(shapeOf),
    fill(html) {
      const pieces = piecesOf(html);
      const group = groups.get(keyOf(pieces));
      if (!group) throw new LecternError('BENCH', 'A page changed while its template was learnt.');
      return { shape: group.shape, values: pieces.values.filter((_value, index) => group.varying.has(index)) };
    },
  };
}

const keyOf = ({ fixed }: Pieces) => hash(fixed.join('\0'));

function shapeOf({ first: { fixed, values, places }, varying }: Group): Shape {
  const texts = [''];
  const holes: Place[] = [];
  const add = (text: string) => texts.push((texts.pop() ?? '') + text);
  for (const [index, text] of fixed.entries()) {
    add(text);
    const place = places[index];
    if (place === undefined) continue;
    if (varying.has(index)) {
      holes.push(place);
      texts.push('');
    } else add(values[index] ?? '');
  }
  return { texts, holes };
}
