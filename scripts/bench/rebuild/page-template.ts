import { LecternError } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';

/** The kind of place in which a placeholder occurs. It determines how the value is escaped. */
export type HoleContext = 'text' | 'attribute' | 'script';

/** A page split into fixed parts and the values between them. Joining all of them gives the page again. */
export interface Pieces {
  readonly fixed: readonly string[];
  /** The values between the fixed parts, escaped as in the HTML. There is one fewer than in `fixed`. */
  readonly values: readonly string[];
  readonly contexts: readonly HoleContext[];
}

const SCRIPT = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>/y;
const TAG = /<[^>"]*(?:"[^"]*"[^>"]*)*>/y;
const ATTRIBUTE = /="([^"]*)"/g;

/** Splits HTML. Texts, attribute values and script contents are values; everything else is fixed. */
export function piecesOf(html: string): Pieces {
  const fixed: string[] = [];
  const values: string[] = [];
  const contexts: HoleContext[] = [];
  let open = '';
  const value = (text: string, context: HoleContext) => {
    fixed.push(open);
    values.push(text);
    contexts.push(context);
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
  return { fixed, values, contexts };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** A template shared by pages with the same structure. */
export interface Shape {
  /** The texts around the placeholders: one more than there are placeholders. */
  readonly texts: readonly string[];
  readonly holes: readonly HoleContext[];
}

/** What distinguishes a page: the index of its shape, and the values of the placeholders, escaped as in the HTML. */
export interface Filled {
  readonly shape: number;
  readonly values: readonly string[];
}

export interface Template {
  readonly shapes: readonly Shape[];
  /** @throws LecternError BENCH if the HTML matches none of the learned templates */
  fill(html: string): Filled;
}

interface Group {
  readonly shape: number;
  readonly first: Pieces;
  /** Indexes of the values that differ between pages. */
  readonly varying: Set<number>;
}

/**
 * Learns templates from pages. Pages with the same structure share a template, which includes everything that is the
 * same on all of them.
 */
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
      if (!group) throw new LecternError('BENCH', 'A page changed while its template was created.');
      return { shape: group.shape, values: pieces.values.filter((_value, index) => group.varying.has(index)) };
    },
  };
}

const keyOf = ({ fixed }: Pieces) => hash(fixed.join('\0'));

function shapeOf({ first: { fixed, values, contexts }, varying }: Group): Shape {
  const texts = [''];
  const holes: HoleContext[] = [];
  const add = (text: string) => texts.push((texts.pop() ?? '') + text);
  for (const [index, text] of fixed.entries()) {
    add(text);
    const context = contexts[index];
    if (context === undefined) continue;
    if (varying.has(index)) {
      holes.push(context);
      texts.push('');
    } else add(values[index] ?? '');
  }
  return { texts, holes };
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Decodes HTML text or an attribute value. Supports only the entities that Lectern writes. */
export const decodeEntities = (html: string) =>
  html.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return NAMED[name ?? ''] ?? entity;
  });
