import { defaultTreeAdapter } from 'parse5';
import sax from 'sax';
import {
  attribute,
  type Element,
  findAll,
  isElement,
  makeElement,
  remove,
  setAttribute,
  textOf,
} from '../epub/tree.ts';
import { takeTitlePage } from './front.ts';
import type { DocumentSource, Manuscript } from './manuscript.ts';
import { createOutline, type OdtLists, type OdtStyles, type Outline, readListStyle, readStyle } from './odt-styles.ts';
import { FORMATS } from './pictures.ts';
import { tidy } from './tidy.ts';

type Attributes = Readonly<Record<string, string>>;

/** Matches elements whose contents are not text of the book. */
const SKIPPED =
  /^(?:office:annotation|office:scripts|office:forms|text:tracked-changes|text:table-of-content|text:alphabetical-index|text:illustration-index|text:table-index|text:sequence-decls|text:variable-decls|text:user-field-decls|text:note-citation|office:binary-data|draw:object|svg:title|table:covered-table-cell)$/;
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
  'table:table-header-rows': 'thead',
  'text:ruby': 'ruby',
  'text:ruby-text': 'rt',
};
/** Classes for built-in styles of LibreOffice, whose names are English in every language. */
const CLASSES: Readonly<Record<string, string>> = { Title: 'title', Subtitle: 'subtitle', Author: 'author' };
/** Matches drawings that may contain paragraphs. */
const BOX = /^draw:(?:text-box|custom-shape|rect|circle|ellipse|polygon|path|caption)$/;
const MAX_SPACES = 100;

/** Reads an OpenDocument text, the format of LibreOffice. Links lead from the text to its notes and back. */
export async function readOdt({ files }: DocumentSource): Promise<Manuscript> {
  const styles: Styles = { looks: new Map(), lists: new Map(), outline: createOutline() };
  if (files.has('styles.xml')) visitXml(await files.text('styles.xml'), styles, () => {});
  const body = makeElement('body');
  const notes = makeElement('section', [{ name: 'class', value: 'footnotes' }]);
  const text = await files.text('content.xml');
  visitXml(text, styles, builderOf(body, notes, styles, labelsOf(text)));
  defaultTreeAdapter.appendChild(body, notes);
  removeEmptyLists(body);
  tidy(body);
  return { body, ...takeTitlePage(body) };
}

interface Styles {
  readonly looks: OdtStyles;
  readonly lists: OdtLists;
  readonly outline: Outline;
}

/** Receives the name of an element, or text. */
type Visit = (event: 'open' | 'close' | 'text', value: string, attributes?: Attributes) => void;

/** Collects styles, and calls `visit` for the text. @throws Error if it is not well-formed */
function visitXml(text: string, { looks, lists, outline }: Styles, visit: Visit): void {
  const parser = new sax.SAXParser(true, {});
  let style: string | undefined;
  let isText = false;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const values = attributes as Attributes;
    if (/^(?:style:style|text:list-style)$/.test(name)) style = values['style:name'];
    outline.read(name, values);
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

function builderOf(
  body: Element,
  notes: Element,
  { looks: styles, lists, outline }: Styles,
  labels: readonly string[],
): Visit {
  /** The styles of the open lists, outermost first. */
  const listStyles: string[] = [];
  /** The open elements, each with the output element that receives its text. */
  const open: { readonly element: Element; readonly isSkipped: boolean }[] = [{ element: body, isSkipped: false }];
  let [count, frames] = [0, 0];
  let lastPicture: Element | undefined;
  const append = (parent: Element, tag: string, attrs: Element['attrs'] = []): Element => {
    const element = makeElement(tag, attrs);
    defaultTreeAdapter.appendChild(parent, element);
    return element;
  };

  return (event, value, attributes = {}) => {
    const top = open.at(-1) ?? { element: body, isSkipped: false };
    if (event === 'close') {
      open.pop();
      // The description follows the picture.
      if (value === 'svg:desc' && lastPicture) setAttribute(lastPicture, 'alt', textOf(top.element).trim());
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
    if (name === 'text:h') return heading(parent, levelOf(attributes), attributes);
    const level = name === 'text:p' ? styleLevel(attributes) : undefined;
    if (level !== undefined) return heading(parent, level, attributes);
    if (name === 'text:list') return list(parent);
    if (name === 'draw:frame') frames += 1;
    if (name === 'draw:image') return picture(parent, attributes);
    if (name === 'svg:desc') return makeElement('span');
    if (BOX.test(name)) return append(containerOf(parent), 'div');
    if (name === 'text:hidden-paragraph' && attributes['text:is-hidden'] !== 'false') hide(parent);
    if (name === 'text:section' && isHiddenSection(attributes)) return hide(append(parent, 'div'));
    const tag = TAGS[name];
    return tag === undefined ? parent : styled(append(parent, tag), name, attributes);
  }

  /** Adds a heading. Numbered headings may be items of lists, which are discarded. */
  function heading(parent: Element, level: number, attributes: Attributes): Element {
    const element = append(outsideLists(parent), `h${level}`);
    const label = attributes['text:is-list-header'] === 'true' ? '' : outline.next(level);
    if (label !== '') defaultTreeAdapter.insertText(element, label);
    return element;
  }

  /** Returns the level of a paragraph whose style is that of a heading. */
  function styleLevel(attributes: Attributes): number | undefined {
    const { ancestors } = styleOf(attributes['text:style-name'] ?? '');
    const levels = ancestors.map((name) => /^Heading(?:_20_| )([1-6])$/.exec(name)?.[1]);
    const level = levels.find((one) => one !== undefined);
    return level === undefined ? undefined : Number(level);
  }

  /** Adds a picture. A frame may have it in several formats, of which `archivePictures` chooses one. */
  function picture(parent: Element, attributes: Attributes): Element {
    lastPicture = append(parent, 'img', [
      { name: 'src', value: attributes['xlink:href'] ?? '' },
      { name: FORMATS, value: String(frames) },
    ]);
    return lastPicture;
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
    for (const [from, to] of SPANS) if (attributes[from] !== undefined) setAttribute(element, to, attributes[from]);
    if (name === 'table:table-cell' && isInHead(element)) element.tagName = element.nodeName = 'th';
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

/** Attributes with the same values in HTML. */
const SPANS = [
  ['table:number-columns-spanned', 'colspan'],
  ['table:number-rows-spanned', 'rowspan'],
  ['text:start-value', 'value'],
] as const;

function hide(element: Element): Element {
  setAttribute(element, 'style', `${attribute(element, 'style')};display:none`);
  return element;
}

const isHiddenSection = (attributes: Attributes) =>
  attributes['text:display'] === 'none' ||
  (attributes['text:display'] === 'condition' && attributes['text:is-hidden'] === 'true');

const isInHead = (cell: Element): boolean => {
  const row = cell.parentNode;
  const head = row && isElement(row) ? row.parentNode : null;
  return head !== null && isElement(head) && head.tagName === 'thead';
};

function outsideLists(element: Element): Element {
  let at = element;
  while (/^(?:ul|ol|li)$/.test(at.tagName) && at.parentNode && isElement(at.parentNode)) at = at.parentNode;
  return at;
}

/** Removes lists that only contained headings. */
function removeEmptyLists(body: Element): void {
  for (const list of findAll(body, ({ tagName }) => /^(?:ul|ol)$/.test(tagName)).toReversed())
    if (textOf(list).trim() === '' && findAll(list, ({ tagName }) => tagName === 'img').length === 0) remove(list);
}

/** Returns the element that contains the paragraph in which a text box is anchored. */
function containerOf(element: Element): Element {
  let at = element;
  while (!/^(?:body|section|div|li|td|blockquote)$/.test(at.tagName) && at.parentNode && isElement(at.parentNode))
    at = at.parentNode;
  return at;
}
