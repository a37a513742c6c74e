import { basename, join } from 'node:path';
import {
  type ImportReport,
  importFiles,
  isSection,
  type ReadAs,
  type Resolution,
  watchFolder,
} from '#src/api/import/index.ts';
import type { ReadSettings } from '#src/api/import/plan/types.ts';
import { createWriter, openStore, type Store, storedBook } from '#src/api/index.ts';
import { brandById, readBrands } from '#src/brand/registry.ts';
import { type Config, getConfig } from '#src/config/config.ts';
import { placeProblem } from '#src/contract/locales.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print, printError, showProgress } from '#src/lib/print.ts';
import { planOf } from './import-plan.ts';
import { previewImport } from './import-preview.ts';
import { brandIds, withRedirects } from './import-redirects.ts';
import type { ImportSwitches } from './import-switches.ts';
import { line } from './import-text.ts';

/**
 * Imports files into the embedded API's store and reports each result, or previews the files.
 * @returns the exit code
 */
export async function runImport(files: readonly string[], switches: ImportSwitches): Promise<number> {
  checkSwitches(files, switches);
  readAs(switches.as);
  const config = getConfig(process.env);
  const section = sectionOf(switches.section);
  const plan = await planOf(switches.plan);
  const overrides = { ...plan?.settings, ...definedOf(switches) };
  checkLanguage(section, overrides.language);
  if (switches.preview) return previewImport(files, switches, { section, as: readAs(switches.as), config });
  const brands = await brandsOf(switches.brands, config);
  const store = await openStore(join(config.state, 'api'), config.store);
  const reports: ImportReport[] = [];
  try {
    const writer = createWriter(store, { command: 'import' });
    const target = {
      writer,
      store,
      section,
      brands,
      resolution: await resolutionOf(store, switches),
      overrides,
      plan,
      as: readAs(switches.as),
    };
    const options = { ...target, now: () => new Date(), onProgress: showBar };
    const { watch } = switches;
    const places = { store, state: config.state, brands: () => brandIds(config) };
    if (watch === undefined)
      for await (const report of importFiles(files, options)) reports.push(say(await withRedirects(report, places)));
    else
      await untilStopped(async (signal) => {
        printError(`Watching ${watch}: files added there are imported. Press Ctrl+C to stop.\n`);
        for await (const file of watchFolder(watch, { signal }))
          for await (const report of importFiles([file], { ...options, isInbox: true })) {
            say(report);
            if (switches.json) print(`${JSON.stringify(report)}\n`);
          }
      });
  } finally {
    await store.close();
  }
  if (switches.json && switches.watch === undefined) print(`${JSON.stringify(reports)}\n`);
  return reports.some((report) => report.status === 'refused') ? EXIT.failure : EXIT.done;
}

function checkSwitches(files: readonly string[], switches: ImportSwitches): void {
  const { watch, preview: isPreview, book, title, plan, editionOf, different, writePlan, blocks } = switches;
  if (watch !== undefined && (plan !== undefined || editionOf !== undefined || different))
    throw new ConfigError('--watch takes no --plan, --edition-of or --different.');
  if (!isPreview && (writePlan !== undefined || blocks !== undefined))
    throw new ConfigError('--write-plan and --blocks need --preview.');
  if ([book, editionOf, different || undefined].filter((option) => option !== undefined).length > 1)
    throw new ConfigError('Use one of --book, --edition-of and --different.');
  if (files.length > 1 && [plan, writePlan, blocks, editionOf].some((option) => option !== undefined))
    throw new ConfigError('--plan, --write-plan, --blocks and --edition-of apply to a single file.');
  if (watch !== undefined && (files.length > 0 || isPreview || book !== undefined || title !== undefined))
    throw new ConfigError(
      '--watch imports files added to the folder and takes no files, --preview, --book or --title.',
    );
  if (watch === undefined && files.length === 0) throw new ConfigError('No file given. Use: npm run import -- FILE…');
  if (files.length > 1 && (book !== undefined || title !== undefined))
    throw new ConfigError('--book and --title apply to a single file.');
}

/** Returns the settings for reading files, as given on the command line. */
const definedOf = ({ title, author, language, encoding, chapterPattern }: ImportSwitches): ReadSettings =>
  Object.fromEntries(
    Object.entries({ title, author, language, encoding, chapterPattern }).filter(([, value]) => value !== undefined),
  );

/** Returns how to treat a book that resembles a stored one. @throws ConfigError if the given book does not exist */
async function resolutionOf(
  store: Store,
  { book, editionOf, different }: ImportSwitches,
): Promise<Resolution | undefined> {
  if (book !== undefined) return { as: 'newVersion', bookId: await knownId(store, '--book', book) };
  if (editionOf !== undefined) return { as: 'otherEdition', bookId: await knownId(store, '--edition-of', editionOf) };
  return different ? { as: 'differentBook' } : undefined;
}

async function knownId(store: Store, option: string, text: string): Promise<number> {
  const book = /^[1-9]\d{0,14}$/.test(text) ? await storedBook(store.catalogue, Number(text)) : undefined;
  if (book) return book.id;
  throw new ConfigError(`${option} is "${text}", which does not exist. Search with: npm run content -- list TEXT`);
}

function say(report: ImportReport): ImportReport {
  clearProgress();
  printError(`${line(report)}\n`);
  return report;
}

async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    await work(stop.signal);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

const BAR_WIDTH = 30;

function showBar(file: string, share: number): void {
  const full = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  showProgress(`${bar} ${String(Math.round(share * 100)).padStart(3)} % ${basename(file)}`);
}

const clearProgress = () => showProgress('');

function sectionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (isSection(Number(text))) return Number(text);
  throw new ConfigError(
    `--section is "${text}", which is not the section of a language. docs/develop/routes.md lists them.`,
  );
}

/** @throws ConfigError if the language belongs in another section */
function checkLanguage(section: number | undefined, language: string | undefined): void {
  if (section === undefined || language === undefined) return;
  const problem = placeProblem({ section, language });
  if (problem === undefined) return;
  throw new ConfigError(
    `--section and the language contradict each other: ${problem}. Omit --section: the language decides it.`,
  );
}

/** Parses the option `--as`. @throws ConfigError if it is invalid */
function readAs(text: string | undefined): ReadAs | undefined {
  if (text === undefined || text === 'book' || text === 'books') return text;
  throw new ConfigError(
    `--as is "${text}". Use "book" to read a folder or ZIP as one book, "books" for a book per file.`,
  );
}

/** Value of `--brands` that selects every brand, including brands created later. */
const ALL_BRANDS = 'all';

/** Parses the option `--brands`. @returns undefined if it is missing, null for every brand */
async function brandsOf(text: string | undefined, config: Config): Promise<readonly string[] | null | undefined> {
  if (text === undefined) return undefined;
  if (text === ALL_BRANDS) return null;
  const brands = await readBrands(config);
  return [...new Set(text.split(',').map((id) => brandById(brands, id.trim()).id))];
}
