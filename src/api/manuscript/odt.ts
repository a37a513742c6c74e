import { defaultTreeAdapter } from 'parse5';
import sax from 'sax';
import { type Element, isElement, makeElement, setAttribute } from '../epub/tree.ts';
import { takeFront } from './front.ts';
import type { DocumentSource, Manuscript } from './manuscript.ts';
import { type OdtLists, type OdtStyles, readListStyle, readStyle } from './odt-styles.ts';
import { tidy } from './tidy.ts';

type Attributes = Readonly<Record<string, string>>;

/** Matches elements whose contents are not text of the book. */
const SKIPPED =
  /^(?:office:annotation|office:scripts|office:forms|text:tracked-changes|text:table-of-content|text:alphabetical-index|text:illustration-index|text:table-index|text:sequence-decls|text:variable-decls|text:user-field-decls|text:note-citation|text:ruby-text|draw:image|draw:object|draw:custom-shape|svg:title|svg:desc|table:covered-table-cell)$/;
const TAGS: Readonly<Record<string, string>> = {
  'text:p': 'p',
  'text:span': 'span',
  'text:a': 'a',
  'text:list-item': 'li',
  'text:list-header': 'li',
  'text:section': 'div',
  'text:line-break': 'br',
  'text:bookmark': 'a',
  'text:bookmark-start': 'a',
  'table:table': 'table',
  'table:table-row': 'tr',
  'table:table-cell': 'td',
};
/** Classes for built-in styles of LibreOffice, whose names are English in every language. */
const CLASSES: Readonly<Record<string, string>> = { Title: 'title', Subtitle: 'subtitle', Author: 'author' };
const MAX_SPACES = 100;

/** Reads an OpenDocument text, the format of LibreOffice. Links lead from the text to its notes and back. */
export async function readOdt({ files }: DocumentSource): Promise<Manuscript> {
  const styles: Styles = { looks: new Map(), lists: new Map() };
  if (files.has('styles.xml')) visitXml(await files.text('styles.xml'), styles, () => {});
  const body = makeElement('body');
  const notes = makeElement('section', [{ name: 'class', value: 'footnotes' }]);
  const text = await files.text('content.xml');
  visitXml(text, styles, builderOf(body, notes, styles, labelsOf(text)));
  defaultTreeAdapter.appendChild(body, notes);
  tidy(body);
  return { body, ...takeFront(body) };
}

interface Styles {
  readonly looks: OdtStyles;
  readonly lists: OdtLists;
}

/** Receives the name of an element, or text. */
type Visit = (event: 'open' | 'close' | 'text', value: string, attributes?: Attributes) => void;

/** Collects styles, and calls `visit` for the text. @throws Error if it is not well-formed */
function visitXml(text: string, { looks, lists }: Styles, visit: Visit): void {
  const parser = new sax.SAXParser(true, {});
  let style: string | undefined;
  let isText = false;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const values = attributes as Attributes;
    if (/^(?:style:style|text:list-style)$/.test(name)) style = values['style:name'];
    if (style !== undefined) readStyle(looks, style, name, values);
    if (style !== undefined) readListStyle(lists, style, name, values);
    if (isText) visit('open', name, values);
    if (name === 'office:text') isText = true;
  };
  parser.onclosetag = (name) => {
    if (/^(?:style:style|text:list-style)$/.test(name)) style = undefined;
    if (name === 'office:text') isText = false;
    if (isText) visit('close', name);
  };
  parser.ontext = (value) => {
    if (isText) visit('text', value);
  };
  parser.write(text).close();
}

/** Returns the labels of all notes in order. They are read in advance, because a note begins before its label. */
const labelsOf = (text: string): string[] =>
  [...text.matchAll(/<text:note-citation[^>]{0,200}>([^<]{0,20})</g)].map(([, label = '']) => label.trim() || '*');

function builderOf(body: Element, notes: Element, { looks: styles, lists }: Styles, labels: readonly string[]): Visit {
  /** The styles of the open lists, outermost first. */
  const listStyles: string[] = [];
  /** The open elements, each with the output element that receives its text. */
  const open: { readonly element: Element; readonly isSkipped: boolean }[] = [{ element: body, isSkipped: false }];
  let count = 0;
  const append = (parent: Element, tag: string, attrs: Element['attrs'] = []): Element => {
    const element = makeElement(tag, attrs);
    defaultTreeAdapter.appendChild(parent, element);
    return element;
  };

  return (event, value, attributes = {}) => {
    const top = open.at(-1) ?? { element: body, isSkipped: false };
    if (event === 'close') {
      open.pop();
      if (value === 'text:list') listStyles.pop();
    }
    if (event === 'open') {
      const isSkipped = top.isSkipped || SKIPPED.test(value);
      if (value === 'text:list') listStyles.push(attributes['text:style-name'] ?? listStyles.at(-1) ?? '');
      open.push({ element: isSkipped ? top.element : opened(top.element, value, attributes), isSkipped });
    } else if (event === 'text' && !top.isSkipped)
      defaultTreeAdapter.insertText(top.element, value.replaceAll(/\s+/g, ' '));
  };

  function opened(parent: Element, name: string, attributes: Attributes): Element {
    if (name === 'text:s') {
      const spaces = Math.min(MAX_SPACES, Number(attributes['text:c'] ?? 1) || 1);
      defaultTreeAdapter.insertText(parent, ' '.repeat(spaces));
      return parent;
    }
    if (name === 'text:tab') defaultTreeAdapter.insertText(parent, ' ');
    if (name === 'text:note') return reference(parent);
    if (name === 'text:note-body') return note();
    if (name === 'text:h') return append(parent, `h${levelOf(attributes)}`);
    if (name === 'text:list') return list(parent);
    if (name === 'draw:text-box') return append(containerOf(parent), 'div');
    const tag = TAGS[name];
    return tag === undefined ? parent : styled(append(parent, tag), name, attributes);
  }

  function list(parent: Element): Element {
    const format = lists.get(listStyles.at(-1) ?? '')?.get(String(listStyles.length)) ?? '';
    return format === '' ? append(parent, 'ul') : append(parent, 'ol', [{ name: 'type', value: format }]);
  }

  function styled(element: Element, name: string, attributes: Attributes): Element {
    const { looks, ancestors } = styleOf(attributes['text:style-name'] ?? '');
    const ownClass = element.tagName === 'p' ? ancestors.map((ancestor) => CLASSES[ancestor]).find(Boolean) : undefined;
    if (ownClass) setAttribute(element, 'class', ownClass);
    const style = [...looks].map((pair) => pair.join(':'));
    if (style.length > 0 && !ownClass) setAttribute(element, 'style', style.join(';'));
    if (name.startsWith('text:bookmark')) setAttribute(element, 'id', attributes['text:name'] ?? '');
    // LibreOffice appends the kind of the target: `#Chapter|outline`.
    if (name === 'text:a') setAttribute(element, 'href', (attributes['xlink:href'] ?? '').replace(/\|\w+$/, ''));
    if (element.tagName === 'p' && ancestors.includes('Quotations')) return quoted(element);
    return element;
  }

  function quoted(paragraph: Element): Element {
    const parent = paragraph.parentNode;
    const quote = makeElement('blockquote');
    if (parent) defaultTreeAdapter.insertBefore(parent, quote, paragraph);
    defaultTreeAdapter.detachNode(paragraph);
    defaultTreeAdapter.appendChild(quote, paragraph);
    return paragraph;
  }

  function reference(parent: Element): Element {
    count += 1;
    const link = append(append(parent, 'sup'), 'a', [
      { name: 'href', value: `#note-${count}` },
      { name: 'id', value: `note-ref-${count}` },
    ]);
    defaultTreeAdapter.insertText(link, `[${labels[count - 1] ?? count}]`);
    return parent;
  }

  function note(): Element {
    const box = append(notes, 'div', [{ name: 'id', value: `note-${count}` }]);
    const link = append(box, 'a', [{ name: 'href', value: `#note-ref-${count}` }]);
    defaultTreeAdapter.insertText(link, '↑');
    return box;
  }

  /**
   * Returns the looks of a style, including inherited ones, and the names of the style and of those that it is based
   * on.
   */
  function styleOf(name: string): { looks: ReadonlyMap<string, string>; ancestors: readonly string[] } {
    const ancestors: string[] = [];
    const looks = new Map<string, string>();
    for (
      let styleName = name;
      styleName !== '' && !ancestors.includes(styleName);
      styleName = styles.get(styleName)?.parent ?? ''
    ) {
      ancestors.push(styleName);
      for (const [property, value] of styles.get(styleName)?.looks ?? [])
        if (!looks.has(property)) looks.set(property, value);
    }
    return { looks, ancestors };
  }
}

const levelOf = (attributes: Attributes) =>
  Math.min(6, Math.max(1, Number(attributes['text:outline-level'] ?? 1) || 1));

/** Returns the element that contains the paragraph in which a text box is anchored. */
function containerOf(element: Element): Element {
  let at = element;
  while (!/^(?:body|section|div|li|td|blockquote)$/.test(at.tagName) && at.parentNode && isElement(at.parentNode))
    at = at.parentNode;
  return at;
}
