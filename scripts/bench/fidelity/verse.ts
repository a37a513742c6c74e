import type { Browser, Page } from '@playwright/test';
import type { ShownChapter } from './shown-book.ts';
import type { SourceBook, SourceDocument } from './source-book.ts';

/** Options for a page in a wide window. On phones, the site indents lines less. */
const WINDOW = { viewport: { width: 1280, height: 800 } };
/** Allowed difference in indentation, in em. The site indents lines in steps of 1 em. */
const MAX_ERROR_EM = 0.6;
/** Base URL of a book's pages. It is never requested. */
const BOOK = 'https://book.invalid/';

/** A line of verse as laid out by a browser. */
interface Line {
  readonly text: string;
  /** Index of the poem in the document. */
  readonly poem: number;
  /** Indentation in em, relative to the poem's outermost line. */
  readonly indent: number;
}

export interface VerseCount {
  readonly lines: number;
  /** Number of verse lines that also start a new line on the site, with the book's indentation (± `MAX_ERROR_EM`). */
  readonly kept: number;
  /** All other lines, each with its indentation in the book and on the site. */
  readonly off: readonly string[];
}

/** Lays out both the book's documents (with their style sheets) and the site's chapters, and compares the lines. */
export async function countVerse(
  browser: Browser,
  origin: string,
  book: SourceBook,
  chapters: readonly ShownChapter[],
): Promise<VerseCount> {
  const context = await browser.newContext(WINDOW);
  const [theirs, ours] = [await context.newPage(), await context.newPage()];
  await serveBook(theirs, book);
  const off: string[] = [];
  let all = 0;
  for (const document of book.documents) {
    const lines = await linesOf(theirs, document);
    all += lines.length;
    // A document may contain several chapters, and a long poem may be divided among several chapters.
    for (const poem of Map.groupBy(lines, (line) => line.poem).values()) {
      for (const { chapter, lines: stretch } of byChapter(poem, chapters)) {
        const shown = chapter ? await shownIndents(ours, origin + chapter.path, stretch) : [];
        const outermost = Math.min(...stretch.map(({ indent }) => indent));
        for (const [at, line] of stretch.entries()) {
          const [indent, own] = [line.indent - outermost, shown[at] ?? Number.NaN];
          if (!(Math.abs(own - indent) <= MAX_ERROR_EM))
            off.push(`"${line.text}" ${indent.toFixed(1)} em, not ${own.toFixed(1)}`);
        }
      }
    }
  }
  await context.close();
  return { lines: all, kept: all - off.length, off };
}

const XHTML = 'application/xhtml+xml';
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  svg: 'image/svg+xml',
  xhtml: 'application/xhtml+xml',
};

async function serveBook(page: Page, { files }: SourceBook): Promise<void> {
  await page.route(`${BOOK}**`, (route) => {
    const name = decodeURIComponent(new URL(route.request().url()).pathname.slice(1));
    const content = files[name];
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? XHTML;
    return content ? route.fulfill({ body: Buffer.from(content), contentType: type }) : route.abort();
  });
}

/**
 * Returns the lines of all verse in a document. Verse is identified by its epub:type or, if there is none, by its
 * class.
 */
async function linesOf(page: Page, { path, body }: SourceDocument): Promise<Line[]> {
  if (!/verse|poem|song|hymn|stanza|lyrics/i.test(body.outerHTML)) return [];
  await page.goto(BOOK + path);
  return page.evaluate(() => {
    const isVerse = (element: Element) => {
      const types = element.getAttribute('epub:type') ?? '';
      return types === ''
        ? /\b(?:verse|poem|poetry|song|hymn|stanza)\b/i.test(element.getAttribute('class') ?? '')
        : /(?:^|[:\s])(?:verse|poem|song|hymn|lyrics)(?:\s|$)/.test(types);
    };
    const poems = [...document.body.querySelectorAll('*')].filter(
      (element) => isVerse(element) && !(element.parentElement?.closest('body *') && hasVerseAbove(element)),
    );
    function hasVerseAbove(element: Element): boolean {
      for (let above = element.parentElement; above; above = above.parentElement) if (isVerse(above)) return true;
      return false;
    }
    return poems.flatMap((poem, index) => {
      const lines: { text: string; x: number; size: number }[] = [];
      const walker = document.createTreeWalker(poem, NodeFilter.SHOW_TEXT);
      let holder: Element | null = null;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        const start = text.search(/\S/);
        if (start < 0 || !node.parentElement) continue;
        let block: Element = node.parentElement;
        while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement ?? poem;
        if (block.closest('h1,h2,h3,h4,h5,h6,header,hgroup,cite,footer')) continue;
        const line = lines.at(-1);
        const follows = node.previousSibling ?? node.parentElement.previousSibling;
        const broken = follows instanceof Element && follows.localName === 'br';
        if (block === holder && line && !broken) {
          line.text += text;
          continue;
        }
        holder = block;
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, start + 1);
        const size = Number.parseFloat(getComputedStyle(block).fontSize);
        lines.push({ text, x: range.getBoundingClientRect().left, size });
      }
      const outermost = Math.min(...lines.map(({ x }) => x));
      return lines.map(({ text, x, size }) => ({
        text: text.replaceAll(/\s+/g, ' ').trim(),
        poem: index,
        indent: (x - outermost) / size,
      }));
    });
  });
}

const bare = (text: string): string => text.replaceAll(/\s/g, '');

interface Stretch {
  readonly chapter: ShownChapter | undefined;
  readonly lines: Line[];
}

/**
 * Divides the lines of a poem among the chapters that contain them, preferring a single chapter that contains all of
 * them.
 */
function byChapter(lines: readonly Line[], chapters: readonly ShownChapter[]): Stretch[] {
  const texts = chapters.map(({ body }) => bare(body.textContent ?? ''));
  const has = (at: number, line: Line) => texts[at]?.includes(bare(line.text)) === true;
  const whole = chapters.findIndex((_, at) => lines.every((line) => has(at, line)));
  if (whole >= 0) return [{ chapter: chapters[whole], lines: [...lines] }];
  const stretches: Stretch[] = [];
  let from = 0;
  for (const line of lines) {
    const at = chapters.findIndex((_, index) => index >= from && has(index, line));
    from = Math.max(from, at);
    if (stretches.at(-1)?.chapter === chapters[at] && stretches.length > 0) stretches.at(-1)?.lines.push(line);
    else stretches.push({ chapter: chapters[at], lines: [line] });
  }
  return stretches;
}

/**
 * Indentation of a poem's lines on the site, in em relative to its outermost line; NaN for text that does not start a
 * line.
 */
async function shownIndents(page: Page, address: string, lines: readonly Line[]): Promise<number[]> {
  if (page.url() !== address) await page.goto(address);
  const places = await page.evaluate(
    (texts) => {
      const root = document.querySelector('.reader-text') ?? document.body;
      const letters: { node: Node; at: number }[] = [];
      let all = '';
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        for (let at = 0; at < text.length; at += 1) {
          if (/\s/.test(text[at] ?? '')) continue;
          letters.push({ node, at });
          all += text[at];
        }
      }
      const boxOf = (index: number) => {
        const letter = letters[index];
        if (!letter) return undefined;
        const range = new Range();
        range.setStart(letter.node, letter.at);
        range.setEnd(letter.node, letter.at + 1);
        return range.getBoundingClientRect();
      };
      const blockOf = (node: Node | undefined) => {
        let block = node?.parentElement;
        while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
        return block;
      };
      let from = 0;
      return texts.map((text) => {
        const start = all.indexOf(text.replaceAll(/\s/g, ''), from);
        from = start + 1;
        const [box, before] = [boxOf(start), boxOf(start - 1)];
        const holder = letters[start]?.node.parentElement;
        // A first line in a table cell or block may be next to earlier text, without being part of the same line.
        const isWithin = before && blockOf(letters[start]?.node) === blockOf(letters[start - 1]?.node);
        if (!box || !holder || (isWithin && before.bottom > box.top + box.height / 2)) return Number.NaN;
        return box.left / Number.parseFloat(getComputedStyle(holder).fontSize);
      });
    },
    lines.map(({ text }) => text),
  );
  const outermostX = Math.min(...places.filter((place) => !Number.isNaN(place)));
  return places.map((place) => place - outermostX);
}
