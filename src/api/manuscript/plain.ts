import { escapeHtml } from '#src/lib/text.ts';
import { parseTitle } from '../epub/titles.ts';
import { type Manuscript, ManuscriptError } from './types.ts';

const RULE = /^(?:[*#~=_·•–—-]\s*){3,}$/;
const MATTER =
  /^(?:prologue|epilogue|preface|foreword|introduction|interlude|afterword|dedication|acknowledge?ments)\W*$/i;
const BY = /^(?:by|von|par|por|di)\s+(\S.{0,80})$/i;
/** Signs of a line that may be a title. */
const TITLE_MOST = 120;
const MAX_PARAGRAPHS = 200_000;
/** With so few empty lines each line is a paragraph. */
const FEW_GAPS = 0.02;

/**
 * Plain text: empty lines part paragraphs, or in a text with hardly any each line is one. Titles of chapters and rules become
 * what they are in HTML; a short first line over "by …" is the title.
 */
export function readPlain(text: string): Manuscript {
  const lines = text.split('\n');
  const gaps = lines.filter((line) => line.trim() === '').length;
  const blocks = (gaps < lines.length * FEW_GAPS ? lines : text.split(/\n[^\S\n]*\n+/))
    .map((block) => block.trim())
    .filter((block) => block !== '');
  if (blocks.length > MAX_PARAGRAPHS)
    throw new ManuscriptError(`It has ${blocks.length} paragraphs; at most ${MAX_PARAGRAPHS} are read. Divide it.`);
  const [first = '', second = ''] = blocks.flatMap((block) => block.split('\n').map((line) => line.trim()));
  const author = BY.exec(second)?.[1];
  const isTitled = author !== undefined && first.length <= TITLE_MOST;
  const rest = isTitled ? withoutHead(blocks, first, second) : blocks;
  const html = rest.map((block) => blockHtml(block, rest.length)).join('\n');
  return { html, title: isTitled ? first : undefined, authors: author === undefined ? undefined : [author] };
}

function withoutHead([one = '', two = '', ...rest]: readonly string[], first: string, second: string): string[] {
  const lines = one.split('\n');
  if (lines.length === 1) return [two.split('\n').slice(1).join('\n'), ...rest].filter(Boolean);
  const left = lines.map((line) => line.trim()).filter((line) => line !== first && line !== second);
  return [left.join('\n'), two, ...rest].filter(Boolean);
}

function blockHtml(block: string, most: number): string {
  if (RULE.test(block)) return '<hr>';
  const text = escapeHtml(block.replaceAll(/\s*\n\s*/g, ' '));
  return isHeading(block, most) ? `<h2>${text}</h2>` : `<p>${text}</p>`;
}

/** "Chapter 4", "IV", "Chapter One: The Raft"; not a sentence that begins so. */
function isHeading(block: string, most: number): boolean {
  if (block.includes('\n') || block.length > TITLE_MOST) return false;
  if (MATTER.test(block)) return true;
  const title = parseTitle(block, most);
  if (!title) return false;
  const isAlone = title.rest === '' && !/[,;]$/.test(block);
  return isAlone || (title.label !== '' && !/[.!?…]["'”’]?$/.test(title.rest) && !/^[\p{Ll}]/u.test(title.rest));
}
