import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { launchChromium } from '../testing/chromium.ts';
import { startSite } from './live-site.ts';
import { novelOf } from './long-book.ts';
import { appendOn, growth, scrollOn } from './reader-memory.ts';
import { interaction, layoutShift, scriptBytes } from './reader-page.ts';
import { type Bench, type BenchRow, machine, row } from './report.ts';

const MAX_BYTES = 95_000;
const MAX_RESPONSE_MS = 100;
const MAX_SHIFT = 0.001;
/** Maximum memory at the end, as a multiple of the memory after ten chapters. */
const MAX_GROWTH = 1.5;
const CHAPTERS = 115;

/** Interactions to measure, each with the keys to press in turn. */
const INTERACTIONS = { 'font size': ['+', '-'], 'night mode': ['d'], 'next chapter': ['n'] } as const;

/** Compares a chapter in the reader with a plain page of text that has the same functions in three lines of script. */
export async function benchReader(rounds: number): Promise<Bench> {
  const site = await startSite([], [novelOf(CHAPTERS)]);
  const peer = await bare();
  const browser = await launchChromium();
  try {
    const chapter = await firstChapter(site.origin, 1);
    const scripts = await scriptBytes(browser, chapter);
    const rows: BenchRow[] = [
      row('JavaScript before a panel is opened (peer: React alone)', scripts.all, scripts.largest, 'bytes', MAX_BYTES),
      row('layout shift', await layoutShift(browser, chapter), await layoutShift(browser, peer.origin), '', MAX_SHIFT),
    ];
    for (const [name, keys] of Object.entries(INTERACTIONS))
      rows.push(await timed(browser, `next paint after ${name}, 4 x slower`, [chapter, peer.origin], keys, rounds));
    rows.push(...(await memory(browser, await firstChapter(site.origin, site.books[0] ?? 0))));
    return { name: 'reader', machine: machine(), rows };
  } finally {
    await browser.close();
    peer.close();
    await site.close();
  }
}

/** Compares the memory in continuous scroll with that of a page to which the same chapters are appended. */
async function memory(browser: Browser, chapter: string): Promise<BenchRow[]> {
  const ours = await growth(browser, chapter, scrollOn);
  const peer = await growth(browser, chapter, appendOn);
  return [
    row('memory-100-chapters: heap relative to ten chapters', ours.heap, peer.heap, 'x', MAX_GROWTH),
    row('memory-100-chapters: nodes relative to ten chapters', ours.nodes, peer.nodes, 'x', MAX_GROWTH),
  ];
}

async function timed(
  browser: Browser,
  what: string,
  [ours, peer]: readonly [string, string],
  keys: readonly string[],
  rounds: number,
): Promise<BenchRow> {
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await interaction(browser, ours, keys));
    times.peer.push(await interaction(browser, peer, keys));
  }
  return row(what, median(times.ours), median(times.peer), 'ms', MAX_RESPONSE_MS);
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** `/book-reader/{bookid}` redirects to the first chapter. */
const firstChapter = async (origin: string, book: number): Promise<string> =>
  (await fetch(`${origin}/book-reader/${book}`)).url;

/** Serves a page with the same amount of text, and with keys that change its text size, background and text. */
async function bare(): Promise<{ origin: string; close(): void }> {
  const text = '<p>The tide went out twice that day, and twice the harbour waited.</p>'.repeat(120);
  const script = `let size = 16, night = false, chapter = 1;
    addEventListener('keydown', ({ key }) => {
      if (key === '+' || key === '-') document.body.style.fontSize = (size += key === '+' ? 1 : -1) + 'px';
      if (key === 'd') document.body.style.background = (night = !night) ? 'black' : 'white';
      if (key === 'n') document.querySelector('h1').textContent = 'Chapter ' + (chapter += 1);
    });`;
  const page = `<!doctype html><html lang="en"><title>Bare</title><body><h1>Chapter 1</h1>${text}<script>${script}</script>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}/`, close };
}
