import { MAX_INDENT_EM } from '#src/contract/chapter/chapter-markup.ts';
import { escapeHtml } from '#src/lib/text.ts';
import type { Block } from './blocks.ts';

/** Number of columns of indent that are shown as one em. */
const COLUMNS_PER_EM = 2;

/** Match "_emphasis_" and "=bold=" around words, but not within them, as in texts of Project Gutenberg. */
const ITALIC = /(^|[\s([{"'“‘«—–-])_(?=[^\s_])([^_]{0,400}?[^\s_])_(?![\p{L}\p{N}_])/gu;
const BOLD = /(^|[\s([{"'“‘«—–-])=(?=[^\s=])([^=]{0,400}?[^\s=])=(?![\p{L}\p{N}=])/gu;
/** Matches readings in Aozora Bunko's notation: "漢字《かんじ》", or "｜…《…》" for any other text. */
const RUBY =
  /(?:｜([^｜《》]{1,20})|([\p{Script=Han}々〆ヶ]{1,10}))《([\p{Script=Hiragana}\p{Script=Katakana}ー・]{1,30})》/gu;
const REFERENCE = /\[(\d{1,4}|\*{1,3}|[A-Z])\]/g;
/** Matches a note: "[1] Text" or "[Footnote 1: Text]". */
const NOTE = /^\[(?:Footnote\s+)?(\d{1,4}|\*{1,3}|[A-Z])(?:\]|:)\s*([\s\S]+?)\s*$/u;

/** Returns the HTML of a chapter before sanitising. @param key unique to the chapter, for the ids of anchors */
export function chapterHtml(blocks: readonly Block[], key: string): string {
  const notes = notesIn(blocks);
  const anchors = new Map([...notes.keys()].map((label, index) => [label, `b-${key}-${index + 1}`]));
  const referred = new Set<string>();
  const inline = (text: string) => inlineHtml(text, anchors, referred);
  return blocks.map((block) => blockHtml(block, { notes, anchors, inline })).join('\n');
}

interface Context {
  readonly notes: ReadonlyMap<string, string>;
  readonly anchors: ReadonlyMap<string, string>;
  readonly inline: (text: string) => string;
}

function blockHtml(block: Block, { notes, anchors, inline }: Context): string {
  if (block.kind === 'rule') return '<hr>';
  if (block.kind === 'heading') return `<h3>${inline(block.text)}</h3>`;
  if (block.kind === 'centred') return `<p class="text-center">${inline(block.text)}</p>`;
  if (block.kind === 'verse') {
    const lines = block.lines.map(({ text, indent }) => {
      const steps = Math.min(MAX_INDENT_EM, Math.round(indent / COLUMNS_PER_EM));
      return `<span class="text-line${steps > 0 ? ` text-indent-${steps}` : ''}">${inline(text)}</span>`;
    });
    return `<p class="text-verse">${lines.join('<br>')}</p>`;
  }
  const note = NOTE.exec(block.text);
  const anchor = note && anchors.get(note[1] ?? '');
  if (note && anchor !== undefined && notes.has(note[1] ?? ''))
    return `<aside class="text-note" id="${anchor}"><p><a class="text-note-back" href="#${anchor}-ref">[${note[1]}]</a> ${inline((note[2] ?? '').replace(/\]$/, ''))}</p></aside>`;
  const html = `<p>${inline(block.text)}</p>`;
  return block.isQuote ? `<blockquote>${html}</blockquote>` : html;
}

/** Returns the notes whose label also occurs in another paragraph. */
function notesIn(blocks: readonly Block[]): Map<string, string> {
  const notes = new Map<string, string>();
  const references = new Set<string>();
  for (const block of blocks) {
    const texts = block.kind === 'verse' ? block.lines.map(({ text }) => text) : 'text' in block ? [block.text] : [];
    const note = block.kind === 'paragraph' ? NOTE.exec(block.text) : null;
    if (note && !notes.has(note[1] ?? '')) notes.set(note[1] ?? '', note[2] ?? '');
    else for (const text of texts) for (const [, label = ''] of text.matchAll(REFERENCE)) references.add(label);
  }
  return new Map([...notes].filter(([label]) => references.has(label)));
}

function inlineHtml(text: string, anchors: ReadonlyMap<string, string>, referred: Set<string>): string {
  const marked = escapeHtml(text)
    .replaceAll(ITALIC, '$1<em>$2</em>')
    .replaceAll(BOLD, '$1<strong>$2</strong>')
    .replaceAll(
      RUBY,
      (_all, marked: string | undefined, han: string, reading: string) =>
        `<ruby>${marked ?? han}<rt>${reading}</rt></ruby>`,
    );
  if (anchors.size === 0) return marked;
  return marked.replaceAll(REFERENCE, (whole, label: string) => {
    const anchor = anchors.get(label);
    if (anchor === undefined) return whole;
    const id = referred.has(label) ? '' : ` id="${anchor}-ref"`;
    referred.add(label);
    return `<a class="text-note-ref"${id} href="#${anchor}">${whole}</a>`;
  });
}
