import { defaultTreeAdapter } from 'parse5';
import { attribute, type Element, findAll, makeElement, moveInto, remove, setAttribute, textOf } from '../epub/tree.ts';

/** Matches the shortcodes in which WordPress plugins and Scribble Hub enclose notes. */
const NOTE = /[ \t]?\[(ref|efn_note|mfn|footnote|fn)(?:\s[^\]]{0,200})?\]([\s\S]{1,4000}?)\[\/\1\]/gi;
const END = /\[\/(?:ref|efn_note|mfn|footnote|fn)\]/i;

/** Converts shortcodes for notes in HTML to references and a list at its end. */
export function withShortcodeNotes(html: string): string {
  if (!END.test(html)) return html;
  const notes: string[] = [];
  const text = html.replaceAll(NOTE, (_, _name, note: string) => {
    notes.push(note.trim());
    return `<sup><a href="#post-note-${notes.length}" id="post-ref-${notes.length}">${notes.length}</a></sup>`;
  });
  const items = notes.map(
    (note, at) => `<li id="post-note-${at + 1}">${note} <a href="#post-ref-${at + 1}">↩</a></li>`,
  );
  return notes.length === 0 ? html : `${text}\n\n<ol class="footnotes">${items.join('')}</ol>`;
}

/** Converts shortcodes for notes in Markdown to inline notes. */
export const withMarkdownNotes = (text: string): string =>
  END.test(text)
    ? text.replaceAll(NOTE, (_, _name, note: string) => `^[${note.trim().replaceAll(/\n{2,}/g, ' ')}]`)
    : text;

/** Maximum distance between a note in plain text and the end of its paragraph. */
const MAX_PARAGRAPH_CHARACTERS = 5000;

/** Converts shortcodes for notes in plain text to references such as `[1]`, with the note below the paragraph. */
export function withPlainNotes(text: string): string {
  if (!END.test(text)) return text;
  const out: string[] = [];
  let pending: string[] = [];
  let [count, from] = [0, 0];
  const write = (to: number) => {
    const part = text.slice(from, to);
    if (pending.length === 0) out.push(part);
    else {
      const blank = part.slice(0, MAX_PARAGRAPH_CHARACTERS).search(/\n[ \t]*\n/);
      const end = blank < 0 ? part.indexOf('\n') : blank;
      if (end < 0 && to < text.length) out.push(part);
      else {
        const at = end < 0 ? part.length : end;
        out.push(part.slice(0, at), ...pending.map((note) => `\n\n${note}`), '\n\n', part.slice(at).replace(/^\n/, ''));
        pending = [];
      }
    }
    from = to;
  };
  for (const { index, 0: whole, 2: note = '' } of text.matchAll(NOTE)) {
    write(index);
    count += 1;
    out.push(`[${count}]`);
    pending.push(`[${count}] ${note.trim().replaceAll(/\s*\n\s*/g, ' ')}`);
    from = index + whole.length;
  }
  write(text.length);
  return out.join('');
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
