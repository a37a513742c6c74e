import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeAtomic } from '#src/lib/files.ts';
import { openApi } from './openapi.ts';
import { fillTables } from './tables.ts';

const OPENAPI = 'docs/openapi.json';
/** Pages of the docs with generated tables. */
const PAGES = [
  'contract',
  'answers',
  'contract-fields',
  'contract-fields-lists',
  'contract-fields-visitors',
  'contract-fields-calls',
].map((name) => `docs/use/${name}.md`);

const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const read = (file: string) => readFile(pathOf(file), 'utf8').catch(() => '');

/** Generates the text that each file must contain. */
async function rendered(): Promise<Map<string, string>> {
  const files = new Map([[OPENAPI, `${JSON.stringify(openApi(), null, 2)}\n`]]);
  for (const page of PAGES) files.set(page, fillTables(await read(page)));
  return files;
}

/** Returns the files that are out of date. */
export async function findStale(): Promise<string[]> {
  const stale: string[] = [];
  for (const [file, text] of await rendered()) if ((await read(file)) !== text) stale.push(file);
  return stale;
}

export async function writeDocs(): Promise<void> {
  for (const [file, text] of await rendered()) await writeAtomic(pathOf(file), text);
}
