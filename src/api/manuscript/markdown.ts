import { Marked } from 'marked';
import { checkTables } from './markdown-tables.ts';
import type { Manuscript } from './types.ts';

const marked = new Marked({ gfm: true });

/** Markdown as CommonMark and GitHub have it, with its fields above the text between two lines `---`. */
export function readMarkdown(text: string): Manuscript {
  const [, head = '', body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  checkTables(body);
  return { ...fieldsOf(head), html: marked.parse(body, { async: false }) };
}

/** Lines `name: value`; those of other names are passed over. */
function fieldsOf(head: string): Omit<Manuscript, 'html'> {
  const lines = head.split('\n').map((line) => /^([a-z]+):\s*(.*?)\s*$/i.exec(line));
  const fields = new Map(lines.map((line) => [line?.[1]?.toLowerCase() ?? '', unquoted(line?.[2] ?? '')]));
  const list = (name: string) =>
    fields
      .get(name)
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  return {
    title: fields.get('title'),
    authors: list('author') ?? list('authors'),
    language: fields.get('language') ?? fields.get('lang'),
    description: fields.get('description'),
    subjects: list('tags') ?? list('subjects'),
    identifier: fields.get('identifier') ?? fields.get('id'),
  };
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value.replace(/^\[(.*)\]$/, '$1');
