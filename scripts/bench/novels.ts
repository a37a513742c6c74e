import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { ConfigError, LecternError } from '#src/lib/errors.ts';
import { launchChromium } from '../testing/chromium.ts';
import { fidelityRows } from './fidelity/index.ts';
import { type LiveSite, startSite } from './live-site.ts';
import { readOffline } from './novels-airplane.ts';
import { lineOf, moved, type Paragraph, paragraphsOf, readTo, rest, startOfLine } from './reading-place.ts';
import { type Bench, type BenchOptions, type BenchRow, machine, row, rowWithoutPeer } from './report.ts';

const PHONE = { viewport: { width: 390, height: 760 } };
const PARAGRAPHS = { whole: 50, quick: 8 };
const MAX_LINES = 1;
const PASSWORD = 'a long enough secret';

/** The parts of this bench, in order. The last one stops the site. */
const PARTS = ['books', 'places', 'airplane'] as const;

/**
 * Tests imported novels. Compares what the site shows with the files, then checks that reading places survive changes
 * to the page, a reload and a switch to another device, in comparison with a page without the reader. Finally stops the
 * site and reads the novels offline.
 */
export async function benchNovels(rounds: number, files: readonly string[], { only }: BenchOptions): Promise<Bench> {
  if (files.length === 0)
    throw new LecternError('BENCH', 'Give EPUB files: npm run bench -- novels FILE…', { exitCode: 2 });
  const parts = PARTS.filter((part) => only === undefined || part === only);
  if (parts.length === 0) throw new ConfigError(`--only is "${only}". The parts of novels are: ${PARTS.join(', ')}.`);
  const site = await startSite(files);
  const browser = await launchChromium();
  try {
    const rows: BenchRow[] = [];
    if (parts.includes('books')) rows.push(...(await fidelityRows(site, browser, files)));
    if (parts.includes('places')) rows.push(...(await placeRows(site, browser, rounds)));
    if (parts.includes('airplane')) rows.push(...(await airplaneRows(site, browser, rounds)));
    return { name: 'novels', machine: machine(), rows };
  } finally {
    await browser.close();
    await site.close();
  }
}

async function placeRows(site: LiveSite, browser: Browser, rounds: number): Promise<BenchRow[]> {
  const count = rounds === 1 ? PARAGRAPHS.quick : PARAGRAPHS.whole;
  const [first, second] = [await browser.newContext(PHONE), await browser.newContext(PHONE)];
  await signUpAndIn(site, first, second);
  const found = await tryPlaces(site, first, second, count);
  const bare = await driftWithoutReader(site, browser, Math.min(count, 10));
  const lines = (what: string, ours: number) =>
    row(`${what}, most lines moved, ${count} places`, ours, bare, '', MAX_LINES);
  return [
    lines('another size', found.size),
    lines('another face', found.face),
    lines('another width', found.width),
    lines('a reload', found.reload),
    lines('a second device', found.device),
  ];
}

async function airplaneRows(site: LiveSite, browser: Browser, rounds: number): Promise<BenchRow[]> {
  const flight = await readOffline(site, browser, rounds === 1 ? site.novels.slice(0, 1) : site.novels);
  return [
    row(`airplane: chapters missing of ${flight.chapters}`, flight.missing, flight.missingWithoutDownload, '', 0),
    rowWithoutPeer('airplane: lines moved after a reload', flight.lines, '', MAX_LINES),
  ];
}

/** A deterministic generator of numbers in [0, 1) (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Drift {
  size: number;
  face: number;
  width: number;
  reload: number;
  device: number;
}

async function tryPlaces(site: LiveSite, first: BrowserContext, second: BrowserContext, count: number): Promise<Drift> {
  const random = createRandom(7);
  const worst: Drift = { size: 0, face: 0, width: 0, reload: 0, device: 0 };
  const [here, there] = [await first.newPage(), await second.newPage()];
  for (let done = 0; done < count; ) {
    const address = await randomChapter(site, random);
    const paragraph = await openAt(here, address, random);
    if (!paragraph) continue;
    const found = await tryPlace(here, there, address, paragraph);
    for (const key of Object.keys(worst) as (keyof Drift)[]) worst[key] = Math.max(worst[key], found[key]);
    done += 1;
    process.stderr.write(`${done}/${count} ${JSON.stringify(found)}\n`);
  }
  return worst;
}

async function randomChapter({ origin, novels }: LiveSite, random: () => number): Promise<string> {
  const book = novels[Math.floor(random() * novels.length)];
  const answer = await fetch(`${origin}/public/v1/book.chapters?book_id=${book}`);
  const { data }: { data: { items: { id: number }[] } } = await answer.json();
  return `${origin}/book-reader/${book}/${data.items[Math.floor(random() * data.items.length)]?.id}`;
}

async function openAt(page: Page, address: string, random: () => number): Promise<Paragraph | undefined> {
  await open(page, address);
  const paragraphs = await paragraphsOf(page);
  return paragraphs[Math.floor(random() * paragraphs.length)];
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('[data-reader-part][data-current]').waitFor();
}

async function tryPlace(here: Page, there: Page, address: string, within: Paragraph): Promise<Drift> {
  const before = await readTo(here, within);
  const paragraph = await startOfLine(here, within);
  const back = async (): Promise<number> => moved(here, paragraph, before);
  await press(here, '+', 5);
  const size = await back();
  await press(here, '-', 5);
  await setFace(here, 'sans');
  const face = Math.max(size, await back());
  await setFace(here, 'serif');
  await here.setViewportSize({ width: 760, height: 390 });
  const width = await back();
  await here.setViewportSize(PHONE.viewport);
  await rest(here);
  const last = await lineOf(here, paragraph);
  await here.reload();
  await here.locator('[data-reader-part][data-current]').waitFor();
  const reload = await moved(here, paragraph, last);
  return { size, face, width, reload, device: await driftOnOtherDevice(here, there, address, paragraph) };
}

const press = async (page: Page, key: string, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
};

/** Changes the typeface in the reader's type panel, like a visitor. */
async function setFace(page: Page, face: 'serif' | 'sans'): Promise<void> {
  await page.keyboard.press('t');
  await page.locator(`.reader-choice-face [data-value="${face}"] input`).check({ force: true });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.keyboard.press('Escape');
}

/** Checks that the first line on one device is among the first lines on the other after both have synced. */
async function driftOnOtherDevice(here: Page, there: Page, address: string, paragraph: Paragraph): Promise<number> {
  const { top } = await lineOf(here, paragraph);
  for (let turn = 0; turn < 20; turn += 1) {
    await there.waitForTimeout(1000);
    // Opening the same address again would count as a reload, which shows the place of the tab's history entry.
    await there.goto('about:blank');
    await open(there, address);
    await there.waitForTimeout(600);
    const line = await lineOf(there, paragraph);
    const lines = Math.max(0, Math.abs(line.top - top) - 1) / line.height;
    if (lines <= MAX_LINES || turn === 19) return lines;
  }
  return Number.POSITIVE_INFINITY;
}

async function signUpAndIn({ origin }: LiveSite, first: BrowserContext, second: BrowserContext): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const [one, other] = [await first.newPage(), await second.newPage()];
  await one.goto(`${origin}/login`);
  await one.getByRole('button', { name: 'Create an account' }).first().click();
  await one.getByLabel('Name').fill('Ann Reader');
  for (const page of [one, other]) {
    if (page === other) await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.locator('.login [type="submit"]').click();
    await page.waitForURL(/\/myinfo/);
    await page.close();
  }
}

/** Number of lines by which the place moves when the text size changes on a page without scripts. */
async function driftWithoutReader(site: LiveSite, browser: Browser, count: number): Promise<number> {
  const random = createRandom(7);
  const page = await browser.newPage(PHONE);
  await page.route('**/_astro/*.js', (route) => route.abort());
  let worst = 0;
  for (let done = 0; done < count; ) {
    await page.goto(await randomChapter(site, random));
    const paragraphs = await paragraphsOf(page);
    const within = paragraphs[Math.floor(random() * paragraphs.length)];
    if (!within) continue;
    const before = await readTo(page, within);
    const paragraph = await startOfLine(page, within);
    await page.evaluate(() => {
      document.documentElement.dataset['size'] = '21';
    });
    worst = Math.max(worst, await moved(page, paragraph, before));
    done += 1;
  }
  await page.close();
  return worst;
}
