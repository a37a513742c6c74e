import { basename, join } from 'node:path';
import { type ImportReport, importFiles, isSection } from '#src/api/import/index.ts';
import { createWriter, openStore } from '#src/api/index.ts';
import { brandById, loadBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/lib/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';

/** Imports files into the embedded API's store and reports on each as it is done. @returns the exit code */
export async function runImport(
  files: readonly string[],
  options: { section?: string; brands?: string; json?: boolean },
): Promise<number> {
  if (files.length === 0) throw new ConfigError('No file given. Name one or more EPUB files: npm run import -- FILE…');
  const config = getConfig(process.env);
  const section = sectionOf(options.section);
  const brands = await brandsOf(options.brands, config.brands);
  const store = openStore(join(config.state, 'api'));
  const reports: ImportReport[] = [];
  try {
    const writer = createWriter(store, { command: 'import' });
    const target = { writer, media: store.media, section, brands, now: () => new Date() };
    for await (const report of importFiles(files, { ...target, onProgress: showProgress })) {
      reports.push(report);
      clearProgress();
      process.stderr.write(`${line(report)}\n`);
    }
  } finally {
    store.close();
  }
  if (options.json) process.stdout.write(`${JSON.stringify(reports)}\n`);
  return reports.some((report) => report.status === 'refused') ? EXIT.failure : EXIT.done;
}

const BAR_WIDTH = 30;

/** A bar for people; a log gets none. */
function showProgress(file: string, share: number): void {
  if (!process.stderr.isTTY) return;
  const full = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  process.stderr.write(`\r\u001b[K${bar} ${String(Math.round(share * 100)).padStart(3)} % ${basename(file)}`);
}

const clearProgress = () => {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
};

const line = ({ file, status, title, author, chapters, sections, reason }: ImportReport) =>
  status === 'refused'
    ? `refused    ${file}: ${reason}`
    : `${status.padEnd(10)} ${title} by ${author}: ${chapters} chapters${sections > 0 ? `, ${sections} other sections` : ''}`;

function sectionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (isSection(Number(text))) return Number(text);
  throw new ConfigError(
    `--section is "${text}", which is no section of a language. See docs/develop/routes.md for the table.`,
  );
}

/** Says every brand, also those that come later. */
const ALL_BRANDS = 'all';

/** @returns undefined where none is given, null for every brand */
async function brandsOf(text: string | undefined, folder: string): Promise<readonly string[] | null | undefined> {
  if (text === undefined) return undefined;
  if (text === ALL_BRANDS) return null;
  const known = await loadBrands(folder);
  return [...new Set(text.split(',').map((id) => brandById(known, id.trim()).id))];
}
