import { compress } from '#src/server/representation.ts';
import { longBook } from './long-book.ts';
import { renderLongPage } from './long-page.ts';
import { longestScrollTask, openBrowser } from './longest-task.ts';
import { type Bench, machine, row } from './report.ts';
import { serve } from './serve.ts';

const CHAPTERS = 3000;
const MOST_BYTES = 60_000;
const MOST_TASK_MS = 50;
const PEER = '/peer';

/** The page of a book with 3,000 chapters beside the same chapters as one plain list. */
export async function benchCatalogue(rounds: number): Promise<Bench> {
  const page = await renderLongPage(CHAPTERS);
  const peer = Buffer.from(plainList());
  const { path, html, files, folder } = page;
  const pages = new Map([
    [path, html],
    [PEER, peer],
  ]);
  const { origin, close } = await serve({ pages, files, folder });
  const browser = await openBrowser();
  try {
    const [ours, theirs] = [origin + path, origin + PEER];
    const tasks = { ours: [] as number[], peer: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      tasks.ours.push(await longestScrollTask(browser, ours));
      tasks.peer.push(await longestScrollTask(browser, theirs));
    }
    const bytes = async (content: Uint8Array) => (await compress(content, 'br')).length;
    return {
      name: 'catalogue',
      machine: machine(),
      rows: [
        row('HTML, compressed as the site does (br)', await bytes(html), await bytes(peer), 'bytes', MOST_BYTES),
        row('longest task while scrolling', median(tasks.ours), median(tasks.peer), 'ms', MOST_TASK_MS),
      ],
    };
  } finally {
    await browser.close();
    close();
  }
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

function plainList(): string {
  const items = longBook(CHAPTERS).chapters.map(
    ({ title }, index) => `<li><a href="/book-reader/1/${index + 1}">${title}</a></li>`,
  );
  return `<!doctype html><html lang="en"><title>The Long Serial</title><ol>${items.join('')}</ol></html>`;
}
