import sax from 'sax';
import type { Attributes } from './docx-styles.ts';
import { formatNumber } from './number-formats.ts';

interface Level {
  start: number;
  format: string;
  /** The label with "%1" for the number of the first level: "Chapter %1". */
  text: string;
  /** Whether all numbers of the label are digits. */
  isLegal: boolean;
}

/** The number of a paragraph in a list. */
export interface ListNumber {
  /** The label that Word displays. */
  readonly label: string;
  /** Value of the attribute `type` of a list with such labels; '' if the label has other text or an unusual number. */
  readonly type: string;
  readonly value: number;
}

/** Returns the number of the next paragraph of a list; undefined for lists without numbers. */
export type NextNumber = (id: string, level: number) => ListNumber | undefined;

const MAX_LEVELS = 9;
const TYPES: Readonly<Record<string, string>> = {
  decimal: '1',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/**
 * Counts the paragraphs of lists. Word stores the labels of numbered headings and lists, such as "Chapter 3", only as a
 * format.
 * @param xml `word/numbering.xml`
 * @throws Error if it is not well-formed
 */
export function createNumbers(xml: string): NextNumber {
  const { lists, formats, starts } = readNumbering(xml);
  const counts = new Map<string, number[]>();
  const begun = new Set<string>();
  return (id, level) => {
    const format = lists.get(id) ?? '';
    const levels = formats.get(format);
    const own = levels?.get(level);
    if (!levels || !own || level >= MAX_LEVELS || /^(?:bullet|none)$/.test(own.format)) return undefined;
    // Lists with the same format continue each other's numbers, unless a list has a start of its own.
    const count = counts.get(format) ?? [];
    const start = starts.get(`${id} ${level}`);
    if (start !== undefined && !begun.has(`${id} ${level}`)) count[level] = start - 1;
    begun.add(`${id} ${level}`);
    const value = (count[level] ?? own.start - 1) + 1;
    count[level] = value;
    count.length = level + 1;
    counts.set(format, count);
    const label = own.text.replaceAll(/%(\d)/g, (_, at: string) => {
      const of = levels.get(Number(at) - 1);
      return formatNumber(count[Number(at) - 1] ?? of?.start ?? 1, own.isLegal ? 'decimal' : (of?.format ?? ''));
    });
    const isPlain = new RegExp(`^[(（]?%${level + 1}[.)）、．:]?$`).test(own.text.trim());
    return { label, value, type: isPlain && value > 0 ? (TYPES[own.isLegal ? 'decimal' : own.format] ?? '') : '' };
  };
}

function readNumbering(xml: string) {
  /** Ids of formats, by the id of the list. */
  const lists = new Map<string, string>();
  const formats = new Map<string, Map<number, Level>>();
  /** First numbers of lists that differ from those of their formats, by the list's id and the level. */
  const starts = new Map<string, number>();
  const parser = new sax.SAXParser(true, {});
  let [list, levels, level]: [string, Map<number, Level> | undefined, Level | undefined] = ['', undefined, undefined];
  let override = '';
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
    if (name === 'w:lvlOverride') override = values['w:ilvl'] ?? '0';
    if (name === 'w:startOverride') starts.set(`${list} ${override}`, Number(value) || 0);
    if (name === 'w:lvl' && list === '') {
      level = { start: 1, format: 'decimal', text: '', isLegal: false };
      levels?.set(Number(values['w:ilvl'] ?? 0), level);
    }
    if (!level || list !== '') return;
    if (name === 'w:start') level.start = Number(value) || 0;
    if (name === 'w:numFmt') level.format = value;
    if (name === 'w:lvlText') level.text = value;
    if (name === 'w:isLgl') level.isLegal = !/^(?:0|false|off)$/.test(value);
  };
  parser.write(xml).close();
  return { lists, formats, starts };
}
