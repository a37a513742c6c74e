import type { MarkdownIt as Markdown } from 'markdown-it';
import attrs from 'markdown-it-attrs';
import bracketedSpans from 'markdown-it-bracketed-spans';
import container from 'markdown-it-container';
import footnote from 'markdown-it-footnote';
import { parse } from 'parse5';
import { createMarkdown } from '#src/lib/markdown.ts';
import { type Element, findAll, MAX_DEPTH, makeElement } from '../epub/tree.ts';
import { takeFields } from './fields.ts';
import { headingIds, headingReferences } from './heading-ids.ts';
import { withMarkdownNotes } from './inline-notes.ts';
import { lineBlocks } from './line-blocks.ts';
import type { Manuscript } from './manuscript.ts';
import { divideAtIndents, withoutCommonIndent } from './markdown-indents.ts';
import { checkTables } from './markdown-tables.ts';
import { markBookdownParts } from './marked-headings.ts';
import { checkMarkup, tooDeep } from './markup-limits.ts';
import { takeOpening } from './opening.ts';
import { withoutSite } from './site-names.ts';
import { tidy } from './tidy.ts';

const markdown = createBookMarkdown();

/** Reads CommonMark, the extensions of GitHub and Pandoc that books use, and the metadata above the text. */
export function readMarkdown(text: string): Manuscript {
  const { fields, body: source } = takeFields(withoutCommonIndent(text));
  const body = withMarkdownNotes(divideAtIndents(source));
  checkTables(body);
  const environment = {};
  const tokens = markdown.parse(body, environment);
  // markdown-it silently omits deeper levels.
  if (tokens.some(({ level }) => level >= MAX_DEPTH - 1)) throw tooDeep(MAX_DEPTH);
  const html = markdown.renderer.render(tokens, markdown.options, environment);
  checkMarkup(html);
  const page = bodyOf(html);
  markBookdownParts(page);
  const { title, authors, leftOut } = takeOpening(page);
  return {
    ...fields,
    title: withoutSite(fields.title ?? title ?? '') || undefined,
    authors: fields.authors ?? authors,
    body: page,
    leftOut,
  };
}

function bodyOf(html: string): Element {
  const body = findAll(parse(html), ({ tagName }) => tagName === 'body')[0] ?? makeElement('body');
  tidy(body);
  return body;
}

function createBookMarkdown(): Markdown {
  const md = createMarkdown({ html: true, maxNesting: MAX_DEPTH });
  md.disable('code').use(footnote).use(bracketedSpans);
  // `^[One]^[Two]` are two notes, not superscript.
  const inlineNote = md.inline.ruler.getRules('').find(({ name }) => name === 'footnote_inline');
  if (inlineNote) md.inline.ruler.before('emphasis', 'inline_note', inlineNote);
  // Pandoc's `::: {.letter}` and `::: letter`
  md.use(container, 'div', { validate: () => true, render: renderDiv });
  // Shows "[2]" also for repeated references to a note.
  md.renderer.rules['footnote_caption'] = (tokens, index) => `[${Number(tokens[index]?.meta?.['id']) + 1}]`;
  md.renderer.rules['footnote_block_open'] = () => '<section class="footnotes"><ol>\n';
  md.use(lineBlocks).use(attrs).use(headingIds).use(headingReferences);
  return md;
}

interface ContainerToken {
  readonly nesting: number;
  readonly info: string;
  attrGet(name: string): string | null;
}

function renderDiv(tokens: readonly ContainerToken[], index: number): string {
  const token = tokens[index];
  if (token?.nesting !== 1) return '</div>\n';
  const names = [...token.info.matchAll(/\.([\w-]+)|^\s*([\w-]+)/g)].map((match) => match[1] ?? match[2]);
  const classes = [token.attrGet('class'), ...names].filter(Boolean).join(' ');
  const id = token.attrGet('id') ?? /#([\w-]+)/.exec(token.info)?.[1];
  return `<div class="${classes.replaceAll(/[^\w -]/g, '')}"${id ? ` id="${id.replaceAll(/[^\w-]/g, '')}"` : ''}>\n`;
}
