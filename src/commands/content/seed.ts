import { join } from 'node:path';
import { openStore } from '#src/api/index.ts';
import { DEFAULT_BOOKS, type SeedReport, seedStore } from '#src/api/seed/index.ts';
import { getConfig } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { print, printError, showProgress } from '#src/lib/print.ts';

const SEED = '1';
const MAX_BOOKS = 2_000_000;

/** Writes the demo catalogue to the embedded API's store, and prints how many books and chapters it has. */
export async function runSeed(options: { books?: string; seed?: string; json?: boolean }): Promise<void> {
  const books = options.books === undefined ? DEFAULT_BOOKS : countOf(options.books);
  const seed = seedOf(options.seed ?? SEED);
  const config = getConfig(process.env);
  const store = await openStore(join(config.state, 'api'), config.store);
  try {
    const report = await seedStore(store, { books, seed, ...(process.stderr.isTTY && { onProgress: showBooks }) });
    showProgress('');
    printError(`${line(report)}\n`);
    if (options.json) print(`${JSON.stringify(report)}\n`);
  } finally {
    await store.close();
  }
}

const showBooks = (books: number) => showProgress(`${books} books`);

const line = ({ books, chapters, tags, keywords, seconds }: SeedReport) =>
  `${books} English books with ${chapters} chapters, ${tags} tags and ${keywords} keywords, in ${seconds} s`;

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_BOOKS) return count;
  throw new ConfigError(`--books is "${text}". Give a whole number from 1 to ${MAX_BOOKS}.`);
}

function seedOf(text: string): string {
  if (/^[\w.-]{1,40}$/.test(text)) return text;
  throw new ConfigError(`--seed is "${text}". Give up to 40 letters, digits, dots, hyphens or underscores.`);
}
