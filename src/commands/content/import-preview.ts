import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BookPreview, previewFiles, type ReadAs, readBlocks } from '#src/api/import/index.ts';
import { openStore } from '#src/api/index.ts';
import type { Config } from '#src/config/config.ts';
import { ConfigError, EXIT } from '#src/lib/errors.ts';
import { print, printError } from '#src/lib/print.ts';
import { planFor, planOf } from './import-plan.ts';
import type { ImportSwitches } from './import-switches.ts';
import { blocksText, previewText } from './import-text.ts';

interface PreviewOptions {
  readonly section: number | undefined;
  readonly as: ReadAs | undefined;
  readonly config: Config;
}

/** Prints what an import would add, without storing anything. @returns the exit code */
export async function previewImport(
  files: readonly string[],
  switches: ImportSwitches,
  { section, as, config }: PreviewOptions,
): Promise<number> {
  const { title, author, language, encoding, chapterPattern, blocks, json, writePlan } = switches;
  const fromSwitches = { title, author, language, encoding, chapterPattern };
  const settings = { ...(await planOf(switches.plan))?.settings, ...withoutUndefined(fromSwitches) };
  const folder = await mkdtemp(join(tmpdir(), 'lectern-preview-'));
  // Opening a store would create it, which a preview must not do.
  const hasStore = config.store !== undefined || existsSync(join(config.state, 'api', 'catalogue.db'));
  const store = hasStore ? await openStore(join(config.state, 'api'), config.store) : undefined;
  let code: number = EXIT.done;
  let books = 0;
  try {
    const blocksFile = join(folder, 'blocks.ndjson');
    const onBlocks = async ({ lines }: { lines: string }) => appendFile(blocksFile, lines);
    const options = { overrides: settings, as, section, store, ...(blocks === undefined ? {} : { onBlocks }) };
    const fileOfKey = new Map<string, string>();
    for await (const read of previewFiles(files, options)) {
      if ('refused' in read) {
        printError(`refused    ${read.refused}: ${read.reason}\n`);
        code = EXIT.failure;
        continue;
      }
      const book = withTwin(read, fileOfKey.get(read.key));
      if (!fileOfKey.has(read.key)) fileOfKey.set(read.key, read.file);
      books += 1;
      if (books > 1 && (writePlan !== undefined || blocks !== undefined))
        throw new ConfigError('--write-plan and --blocks apply to a single book, and there are several.');
      const plan = planFor(book, settings);
      print(`${json ? JSON.stringify({ ...book, plan }) : previewText(book)}\n`);
      if (blocks !== undefined) print(await blocksOf(book, blocks, blocksFile));
      if (writePlan !== undefined) await writeFile(writePlan, `${JSON.stringify(plan, undefined, 2)}\n`);
    }
  } finally {
    await store?.close();
    await rm(folder, { recursive: true, force: true });
  }
  return code;
}

/** Adds a question to a book with the same key as another file of the same preview. */
function withTwin(book: BookPreview, twin: string | undefined): BookPreview {
  if (twin === undefined) return book;
  const message = `It has the same identifier, or the same title and author, as "${twin}". After that file is imported, this one is refused until you choose --book, --edition-of or --different.`;
  return { ...book, oddities: [...book.oddities, { kind: 'duplicate', chapters: [], message }] };
}

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

async function blocksOf({ chapters }: BookPreview, text: string, file: string): Promise<string> {
  const chapter = /^\d{1,5}$/.test(text) ? chapters[Number(text)] : undefined;
  if (!chapter) throw new ConfigError(`--blocks is "${text}". Use the number of a chapter in the plan, from 0.`);
  return blocksText(chapter.title, (await readBlocks(file, chapter.index)) ?? []);
}
