import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { messageOf } from '#src/lib/errors.ts';
import { walkPlain } from '#src/lib/plain-files.ts';
import { openLive } from '#src/publish/release/index.ts';
import { openStore, pullOnce, pushRelease, sweepStore } from '#src/publish/release-store/index.ts';
import { html, publish } from '../../../tests/helpers/published-brand.ts';
import { type StoredJson, tamperManifest, tamperRelease } from '../../../tests/helpers/tampered-store.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { createTimes, createVerdicts, p99 } from '../figures.ts';
import type { Part } from '../part.ts';

const LIMIT_MS = 120_000;

const HOSTILE = [
  '../../../visitors.db',
  '/etc/passwd',
  '..%2F..%2Fx',
  'a\r\nset-cookie: x',
  '',
  '\0',
  '//evil.example',
  '-1',
];
const COLUMNS = ['path', 'file', 'hash', 'bytes', 'modified', 'version', 'listing', 'section', 'title'];
const SCRIPTS = [
  'ALTER TABLE pages RENAME TO p; CREATE VIEW pages AS SELECT * FROM p',
  `DROP TABLE pages; CREATE VIEW pages AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x AS path FROM c`,
  'CREATE TRIGGER t BEFORE INSERT ON pages BEGIN DELETE FROM pages; END',
  'CREATE TABLE bomb AS SELECT zeroblob(50000000) AS x',
  'PRAGMA user_version = 5',
  'DELETE FROM pages',
  'DROP TABLE meta',
];
const FIELDS = [
  'id',
  'brand',
  'info.id',
  'info.brand',
  'info.bundle.id',
  'info.bundle.csp',
  'info.created',
  'info.previous',
];

const mutations = fc.oneof(
  fc.record({ column: fc.constantFrom(...COLUMNS), value: fc.constantFrom(...HOSTILE) }),
  fc.record({ script: fc.constantFrom(...SCRIPTS) }),
  fc.record({ flips: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 50 }) }),
  fc.record({ field: fc.constantFrom(...FIELDS), value: fc.constantFrom(...HOSTILE) }),
  fc.record({ blocks: fc.constantFrom(0, 2 ** 20 + 1, 2 ** 40) }),
);
type Mutation = typeof mutations extends fc.Arbitrary<infer T> ? T : never;

/**
 * Pulls from release stores that were tampered with. Each pull must end in time, must either be rejected or yield
 * complete pages, and must touch nothing outside the brand's folder.
 */
export const storePart: Part = {
  name: 'store',
  about: 'tampered release stores: every pull ends in time, and nothing outside of the release is read or deleted',
  unit: 'times',
  full: 300,
  quick: 10,
  async run({ size, seed, slack }) {
    const verdicts = createVerdicts();
    const times = createTimes();
    const counts = { refused: 0, live: 0 };
    for (const [n, mutation] of fc.sample(mutations, { numRuns: size, seed }).entries()) {
      const root = mkdtempSync(join(tmpdir(), 'lectern-hard-store-'));
      const began = performance.now();
      try {
        const { problem, isLive } = await tryMutation(root, mutation);
        counts[isLive ? 'live' : 'refused'] += 1;
        verdicts.judge(`${n}: ${JSON.stringify(mutation)}`, problem);
      } catch (error) {
        verdicts.judge(`${n}: ${JSON.stringify(mutation)}`, messageOf(error));
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
      times.add(performance.now() - began);
    }
    return {
      rows: [
        rowWithoutPeer('rejected', counts.refused, 'releases'),
        rowWithoutPeer('live, with complete pages', counts.live, 'releases'),
        p99('pull', times, LIMIT_MS * slack),
      ],
      findings: verdicts.findings,
    };
  },
};

async function tryMutation(root: string, mutation: Mutation) {
  const folder = join(root, 'there/ash');
  mkdirSync(join(folder, 'releases'), { recursive: true });
  mkdirSync(join(root, 'bucket'));
  for (const file of ['there/visitors.db', 'canary.html']) writeFileSync(join(root, file), 'canary');
  const store = await openStore(`file://${root}/bucket`);
  await publish(join(root, 'here'), 'ash', {
    pages: { '/a': html('A'), '/b': html('B') },
    assets: { '/robots.txt': 'x' },
  });
  await pushRelease({ store, brand: 'ash', folder: join(root, 'here/ash') });
  await tamper(root, store, mutation);
  const lock = () => ({ [Symbol.dispose]: () => {} });
  const refusal = await pullOnce(store, folder, lock).then(() => undefined, messageOf);
  await sweepStore({ store, brand: 'ash', graceMs: -1000 }).catch(() => undefined);
  return { problem: problemAfter(root, folder), isLive: refusal === undefined };
}

type ObjectStore = Awaited<ReturnType<typeof openStore>>;

async function tamper(root: string, store: ObjectStore, mutation: Mutation): Promise<void> {
  if ('column' in mutation) {
    const { column, value } = mutation;
    const change = `UPDATE OR IGNORE pages SET ${column} = ? WHERE path = '/a'`;
    await tamperManifest(store, 'ash', root, { sql: (sql) => void sql.prepare(change).run(value) });
  } else if ('script' in mutation)
    await tamperManifest(store, 'ash', root, { sql: (sql) => void sql.exec(mutation.script) });
  else if ('flips' in mutation) {
    const bytes = (content: Buffer) => {
      for (const [at, byte] of mutation.flips) content[at % content.length] = byte;
      return content;
    };
    await tamperManifest(store, 'ash', root, { bytes });
  } else if ('field' in mutation)
    await tamperRelease(store, 'ash', (json) => setAt(json, mutation.field, mutation.value));
  else await tamperRelease(store, 'ash', (json) => setAt(json, 'manifest.blockBytes', mutation.blocks));
}

function setAt(json: StoredJson, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => at[name], json);
  parent[last] = value;
}

function problemAfter(root: string, folder: string): string | undefined {
  for (const file of ['there/visitors.db', 'canary.html'])
    if (readFileSync(join(root, file), 'utf8') !== 'canary') return `${file} was changed`;
  const strange = [...walkPlain(join(root, 'there'))].find(
    ({ path, stat }) =>
      stat.isFile() && path !== 'visitors.db' && readFileSync(join(root, 'there', path)).includes('canary'),
  );
  if (strange) return `${strange.path} has the canary`;
  const live = openLive(folder);
  try {
    for (const page of live?.pages() ?? [])
      if (!readFileSync(join(folder, 'current/site', page.file), 'utf8').startsWith('<!doctype html>'))
        return `${page.path} is no page`;
    return undefined;
  } finally {
    live?.close();
  }
}
