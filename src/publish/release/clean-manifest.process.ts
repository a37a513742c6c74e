import type { DatabaseSync } from 'node:sqlite';
import { nameOf, objectsIn, objectsOf, openForeign } from '#src/lib/database-objects.ts';
import { LecternError } from '#src/lib/errors.ts';
import { serveJobs } from '#src/lib/limited-job.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { CleanOrder } from './clean-manifest.ts';
import { assetFile } from './file-paths.ts';
import { createManifest, MANIFEST_SCHEMA, MANIFEST_VERSION } from './manifest.ts';
import { checkedPage, isCount, isHash, isLine, isPagePath } from './page-records.ts';
import { readSectionTotals } from './section-totals.ts';

type Row = Readonly<Record<string, unknown>>;

/** Thrown if the manifest does not have the form that this version of Lectern writes. */
class ManifestError extends LecternError {
  constructor(message: string) {
    super('MANIFEST', message);
  }
}

/** Maximum length of values in `meta`. The longest one of a large site has about a million characters. */
const MAX_META_CHARACTERS = 16 * 2 ** 20;
const META = ['brand', 'content'];

function requireOwnSchema(from: DatabaseSync): void {
  const version = from.prepare('PRAGMA user_version').get()?.['user_version'];
  if (version !== MANIFEST_VERSION)
    throw new ManifestError(
      `The manifest has version ${version}, but this Lectern reads version ${MANIFEST_VERSION}. Publish the release again with the Lectern version that runs here.`,
    );
  const expected = objectsOf(MANIFEST_SCHEMA);
  const objects = objectsIn(from);
  const isSame = (a: (typeof objects)[number], b: (typeof objects)[number]) =>
    a.type === b.type && a.name === b.name && a.sql === b.sql;
  const unexpected = objects.find((object) => !expected.some((entry) => isSame(object, entry)));
  if (unexpected) throw new ManifestError(`The manifest has ${nameOf(unexpected)}, which Lectern does not create.`);
  const missing = expected.find((entry) => !objects.some((object) => isSame(object, entry)));
  if (missing) throw new ManifestError(`The manifest lacks ${nameOf(missing)}.`);
}

function copyPages(from: DatabaseSync, sql: Sql): { pages: number; bytes: number } {
  const sum = { pages: 0, bytes: 0 };
  const insert = `INSERT INTO pages VALUES (${Array.from({ length: 13 }, () => '?').join(', ')})`;
  for (const row of rowsOf(from, 'pages')) {
    const page = checkedPage(row);
    if (!page) throw refused('pages', row['path']);
    const { path, file, hash, bytes, modified, inputs, version, listing } = page;
    const { section, title, noindex, canonical, otherBrand } = page;
    const facts = [section, title, noindex, canonical, otherBrand];
    sql.run(insert, path, file, hash, bytes, modified, inputs, version, listing, ...facts);
    sum.pages += 1;
    sum.bytes += bytes;
  }
  return sum;
}

function copyRest(from: DatabaseSync, sql: Sql): void {
  for (const row of rowsOf(from, 'listings')) {
    const { path, version } = row;
    if (!isPagePath(path) || !isText(version)) throw refused('listings', path);
    sql.run('INSERT INTO listings VALUES (?, ?)', path, version);
  }
  for (const row of rowsOf(from, 'aliases')) {
    const { identity, path } = row;
    if (!isLine(identity) || !isPagePath(path)) throw refused('aliases', identity);
    sql.run('INSERT INTO aliases VALUES (?, ?)', identity, path);
  }
  for (const row of rowsOf(from, 'assets')) {
    const { url, age, version, hash } = row;
    // A file from an older release has no hash here; the pull then uses the hash in the store.
    const isValid = isLine(url) && isCount(age) && isText(version) && (hash === '' || isHash(hash));
    if (!isValid) throw refused('assets', url);
    assetFile(url);
    sql.run('INSERT INTO assets VALUES (?, ?, ?, ?)', url, age, version, String(hash));
  }
  for (const { key, value } of rowsOf(from, 'meta')) {
    if (key === 'sections') continue;
    if (!META.includes(String(key)) || typeof value !== 'string' || value.length > MAX_META_CHARACTERS)
      throw refused('meta', key);
    if (key === 'content') JSON.parse(value);
    sql.run('INSERT INTO meta VALUES (?, ?)', String(key), value);
  }
  sql.run(`INSERT INTO meta VALUES ('sections', ?)`, JSON.stringify(readSectionTotals(sql)));
}

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

const rowsOf = (from: DatabaseSync, table: string) => from.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Row>;

const SHOWN = 100;

const refused = (table: string, key: unknown) =>
  new ManifestError(`The manifest has an invalid row in ${table}: ${JSON.stringify(String(key).slice(0, SHOWN))}.`);

function run({ source, target, info }: CleanOrder): null {
  const from = openForeign(source);
  try {
    requireOwnSchema(from);
    const sql = createManifest(target);
    const { pages, bytes } = copyPages(from, sql);
    if (pages !== info.pages || bytes !== info.bytes)
      throw new ManifestError(
        `The manifest has ${pages} pages and ${bytes} bytes, but release.json counts ${info.pages} pages and ${info.bytes} bytes.`,
      );
    copyRest(from, sql);
    sql.exec('COMMIT');
    sql.close();
    return null;
  } finally {
    from.close();
  }
}

serveJobs({ run });
