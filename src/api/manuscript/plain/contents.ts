import type { Line } from './lines.ts';

/** Matches the heading of a contents list. */
const CONTENTS =
  /^(?:(?:table of )?contents|toc|chapters|índice|indice|sumário|contenido|conteúdo|table des matières|sommaire|inhalt(?:sverzeichnis)?|indice|sommario|inhoud(?:sopgave)?|spis treści|obsah|tartalom|cuprins|innehåll|indhold|innhold|sisällys|содержание|оглавление|зміст|съдържание|içindekiler|İçindekiler|İÇİNDEKİLER|المحتويات|الفهرس|فهرس|תוכן(?: העניינים)?|अनुक्रमणिका|विषय[- ]सूची|mục lục|daftar isi|nilalaman|talaan ng nilalaman|สารบัญ|目录|目錄|目次|章节目录|차례|목차|περιεχόμενα)\s*[:：]?$/iu;
/** Matches a page number after an entry: "The Ford ........ 12", "The Ford    12". */
const PAGE_NUMBER = /(?:[.…·_]{2,}|\s{2,}|\t)\s*(?:\d{1,4}|[ivxlc]{1,7})$/iu;
const MAX_ENTRY_CHARACTERS = 110;

/** Whether a line is the heading of a contents list, such as "Contents" or "Inhalt:". */
export const isContentsHeading = (line: string): boolean =>
  CONTENTS.test(line.replaceAll(/[*=~#【】[\]-]/g, '').trim());

type KeysOf = (text: string) => readonly string[];

/**
 * Removes a contents list: from its heading up to the first heading of the text.
 * @param keysOf returns the key of a line that may be a heading, followed by the keys of headings that it may list; none
 * for other lines
 */
export function withoutContents(lines: readonly Line[], keysOf: KeysOf): Line[] {
  const start = lines.findIndex(({ text }, index) => index < 400 && isContentsHeading(text));
  const end = start < 0 ? -1 : endOfList(lines, start, keysOf);
  const remaining = end < 0 ? [...lines] : [...lines.slice(0, start), ...lines.slice(end)];
  return remaining.filter(
    ({ text }) => !(PAGE_NUMBER.test(text) && text.length <= MAX_ENTRY_CHARACTERS && /[.…·_]{3,}/u.test(text)),
  );
}

function endOfList(lines: readonly Line[], start: number, keysOf: KeysOf): number {
  const later = new Map<string, number>();
  for (const [at, { text }] of lines.entries()) {
    const [key] = at > start ? keysOf(entryText(text)) : [];
    if (key !== undefined) later.set(key, at);
  }
  const titles = new Map<string, number>();
  for (const [at, { text }] of lines.entries())
    if (at > start && text !== '' && text.length < MAX_ENTRY_CHARACTERS) titles.set(text.toLowerCase(), at);
  let end = start + 1;
  let entries = 0;
  for (let at = start + 1; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    if (text === '') continue;
    if (text.length > MAX_ENTRY_CHARACTERS) break;
    const keys = keysOf(entryText(text));
    const isEntry =
      isListed(keys, at, later) ||
      PAGE_NUMBER.test(text) ||
      (titles.get(text.toLowerCase()) ?? at) > at ||
      (keys.length === 0 &&
        !/[.!?。！？]["”»」]?$/u.test(text) &&
        entries > 0 &&
        leadsToEntry(lines, at, keysOf, later));
    if (!isEntry) break;
    entries += 1;
    end = at + 1;
  }
  return entries > 0 ? end : -1;
}

/** Whether a heading with one of these keys follows. */
const isListed = (keys: readonly string[], at: number, later: ReadonlyMap<string, number>) =>
  keys.some((key) => (later.get(key) ?? at) > at);

/** Whether an entry of the list follows soon. A line before it, such as "Epilogue" or a motto, is then an entry too. */
function leadsToEntry(lines: readonly Line[], at: number, keysOf: KeysOf, later: ReadonlyMap<string, number>): boolean {
  const next = lines.slice(at + 1, at + 4).findIndex(({ text }) => text !== '');
  if (next < 0) return false;
  return isListed(keysOf(entryText(lines[at + 1 + next]?.text ?? '')), at + 1 + next, later);
}

const entryText = (text: string) => text.replace(PAGE_NUMBER, '').trim();
