import sax from 'sax';
import type { Attributes } from './docx-styles.ts';

interface Level {
  start: number;
  format: string;
  /** The label with "%1" for the number of the first level: "Chapter %1". */
  text: string;
}

/** Returns the label of the next paragraph of a list; '' for lists without numbers. */
export type NextNumber = (id: string, level: number) => string;

const MAX_LEVELS = 9;

/**
 * Counts the paragraphs of lists. Word stores the labels of numbered headings, such as "Chapter 3", only as a format.
 * @param xml `word/numbering.xml`
 * @throws Error if it is not well-formed
 */
export function createNumbers(xml: string): NextNumber {
  const { lists, formats } = readNumbering(xml);
  const counts = new Map<string, number[]>();
  return (id, level) => {
    const format = lists.get(id) ?? '';
    const levels = formats.get(format);
    const own = levels?.get(level);
    if (!own || level >= MAX_LEVELS || /^(?:bullet|none)$/.test(own.format)) return '';
    // Lists with the same format continue each other's numbers.
    const count = counts.get(format) ?? [];
    count[level] = (count[level] ?? own.start - 1) + 1;
    count.length = level + 1;
    counts.set(format, count);
    return own.text.replaceAll(/%(\d)/g, (_, at: string) => String(count[Number(at) - 1] ?? 1));
  };
}

function readNumbering(xml: string) {
  /** Ids of formats, by the id of the list. */
  const lists = new Map<string, string>();
  const formats = new Map<string, Map<number, Level>>();
  const parser = new sax.SAXParser(true, {});
  let [list, levels, level]: [string, Map<number, Level> | undefined, Level | undefined] = ['', undefined, undefined];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const values = attributes as Attributes;
    const value = values['w:val'] ?? '';
    if (name === 'w:abstractNum') {
      levels = new Map();
      formats.set(values['w:abstractNumId'] ?? '', levels);
    }
    if (name === 'w:num') list = values['w:numId'] ?? '';
    if (name === 'w:abstractNumId' && list !== '') lists.set(list, value);
    if (name === 'w:lvl' && list === '') {
      level = { start: 1, format: 'decimal', text: '' };
      levels?.set(Number(values['w:ilvl']), level);
    }
    if (!level) return;
    if (name === 'w:start') level.start = Number(value) || 0;
    if (name === 'w:numFmt') level.format = value;
    if (name === 'w:lvlText') level.text = value;
  };
  parser.write(xml).close();
  return { lists, formats };
}
