import { defaultTreeAdapter } from 'parse5';
import { attribute, type Element, findAll, makeElement, moveInto, remove, setAttribute, textOf } from '../epub/tree.ts';

/** Matches the ends of the shortcodes in which WordPress plugins and Scribble Hub enclose notes. */
const END = /\[\/(?:ref|efn_note|mfn|footnote|fn)\]/i;
/** Matches the beginnings, with attributes, and the ends. Stops at further brackets, so that its work is limited. */
const TAG = /\[(?:(ref|efn_note|mfn|footnote|fn)(?:\s[^[\]]{0,200})?|\/(ref|efn_note|mfn|footnote|fn))\]/gi;
const MAX_NOTE_CHARACTERS = 4000;

interface Shortcode {
  /** Where it begins, with the blank before it. */
  readonly start: number;
  readonly end: number;
  readonly note: string;
}

/** Finds the shortcodes in a text. Each end belongs to the last beginning of its name; outer shortcodes replace inner. */
function shortcodesIn(text: string): Shortcode[] {
  const shortcodes: Shortcode[] = [];
  const open = new Map<string, RegExpExecArray>();
  for (const tag of END.test(text) ? text.matchAll(TAG) : []) {
    const name = (tag[1] ?? tag[2] ?? '').toLowerCase();
    const beginning = open.get(name);
    open.delete(name);
    if (tag[1] !== undefined) open.set(name, tag);
    if (tag[1] !== undefined || !beginning) continue;
    const from = beginning.index + beginning[0].length;
    if (tag.index === from || tag.index - from > MAX_NOTE_CHARACTERS) continue;
    while ((shortcodes.at(-1)?.start ?? -1) >= beginning.index) shortcodes.pop();
    for (const [other, { index }] of open) if (index > beginning.index) open.delete(other);
    const isSpaced = beginning.index > (shortcodes.at(-1)?.end ?? 0) && /[ \t]/.test(text[beginning.index - 1] ?? '');
    shortcodes.push({
      start: beginning.index - (isSpaced ? 1 : 0),
      end: tag.index + tag[0].length,
      note: text.slice(from, tag.index).trim(),
    });
  }
  return shortcodes;
}

/** Replaces each shortcode by the result of `replace`, which is called with its note and its number from 1. */
function replaceShortcodes(text: string, replace: (note: string, number: number) => string): string {
  const out: string[] = [];
  let from = 0;
  for (const [at, { start, end, note }] of shortcodesIn(text).entries()) {
    out.push(text.slice(from, start), replace(note, at + 1));
    from = end;
  }
  return out.join('') + text.slice(from);
}

/** Converts shortcodes for notes in HTML to references and a list at its end. */
export function withShortcodeNotes(html: string): string {
  const items: string[] = [];
  const text = replaceShortcodes(html, (note, number) => {
    items.push(`<li id="post-note-${number}">${note} <a href="#post-ref-${number}">↩</a></li>`);
    return `<sup><a href="#post-note-${number}" id="post-ref-${number}">${number}</a></sup>`;
  });
  return items.length === 0 ? html : `${text}\n\n<ol class="footnotes">${items.join('')}</ol>`;
}

/** Converts shortcodes for notes in Markdown to inline notes. */
export const withMarkdownNotes = (text: string): string =>
  replaceShortcodes(text, (note) => `^[${note.replaceAll(/\n{2,}/g, ' ')}]`);

/** Maximum distance between a note in plain text and the end of its paragraph. */
const MAX_PARAGRAPH_CHARACTERS = 5000;

/** Converts shortcodes for notes in plain text to references such as `[1]`, with the note below the paragraph. */
export function withPlainNotes(text: string): string {
  const out: string[] = [];
  const endOfParagraph = paragraphEnds(text);
  let pending: string[] = [];
  let from = 0;
  const write = (to: number) => {
    const end = pending.length === 0 ? to : endOfParagraph(from);
    if (pending.length === 0 || (end >= to && to < text.length)) out.push(text.slice(from, to));
    else {
      out.push(text.slice(from, end), '\n\n', pending.join('\n\n'), '\n\n', text.slice(end, to).replace(/^\n/, ''));
      pending = [];
    }
    from = to;
  };
  for (const [at, { start, end, note }] of shortcodesIn(text).entries()) {
    write(start);
    out.push(`[${at + 1}]`);
    pending.push(`[${at + 1}] ${note.replaceAll(/\s*\n\s*/g, ' ')}`);
    from = end;
  }
  write(text.length);
  return out.join('');
}

/**
 * Returns a function for the index of the end of the paragraph at a position: the next empty line, or the next line
 * break if it is far away or the text has none. The positions must increase; each character is searched once.
 */
function paragraphEnds(text: string): (from: number) => number {
  const lastEmpty = text.search(EMPTY_LINE) < 0 ? Number.POSITIVE_INFINITY : text.length;
  const nextEmpty = createSearch((from) => {
    const pattern = new RegExp(EMPTY_LINE, 'g');
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? lastEmpty;
  });
  const nextBreak = createSearch((from) => {
    const at = text.indexOf('\n', from);
    return at < 0 ? text.length : at;
  });
  return (from) => {
    const empty = nextEmpty(from);
    return empty - from <= MAX_PARAGRAPH_CHARACTERS ? empty : nextBreak(from);
  };
}

const EMPTY_LINE = /\n[ \t]*\n/;

/** Searches again only for positions after the last result. */
function createSearch(search: (from: number) => number): (from: number) => number {
  let result = -1;
  return (from) => {
    if (result < from) result = search(from);
    return result;
  };
}

const NOTE_CLASS = /(?:^|\s)modern-footnotes-footnote__note(?:\s|$)/;
const REFERENCE_CLASS = /(?:^|\s)modern-footnotes-footnote(?:\s|$)/;

/** Moves the notes of Modern Footnotes, which follow their references within the text, to a list at the end. */
export function moveInlineNotes(body: Element): void {
  const notes = findAll(body, (element) => NOTE_CLASS.test(attribute(element, 'class')));
  if (notes.length === 0) return;
  const references = findAll(body, (element) => REFERENCE_CLASS.test(attribute(element, 'class')));
  const list = makeElement('ol', [{ name: 'class', value: 'footnotes' }]);
  const used = new Set<Element>();
  for (const [index, note] of notes.entries()) {
    const label = attribute(note, 'data-mfn');
    const reference = references.find((one) => !used.has(one) && attribute(one, 'data-mfn') === label);
    if (!reference) continue;
    used.add(reference);
    const id = `mfn-${index + 1}`;
    setLink(reference, id);
    remove(note);
    const item = makeElement('li', [{ name: 'id', value: `${id}-note` }]);
    for (const child of [...note.childNodes]) moveInto(child as Element, item);
    const back = makeElement('a', [{ name: 'href', value: `#${id}` }]);
    defaultTreeAdapter.insertText(back, '↩');
    defaultTreeAdapter.appendChild(item, back);
    defaultTreeAdapter.appendChild(list, item);
  }
  if (list.childNodes.length > 0) defaultTreeAdapter.appendChild(body, list);
}

/** Makes the content of a reference a link to its note. */
function setLink(reference: Element, id: string): void {
  const label = textOf(reference).trim();
  const link = makeElement('a', [
    { name: 'href', value: `#${id}-note` },
    { name: 'id', value: id },
  ]);
  defaultTreeAdapter.insertText(link, label || attribute(reference, 'data-mfn'));
  reference.childNodes = [];
  defaultTreeAdapter.appendChild(reference, link);
  reference.tagName = reference.nodeName = 'sup';
  setAttribute(reference, 'class', '');
}
