import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '#src/api/index.ts';
import { raw } from '#src/api/store/sql.ts';

const PAGES = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md');

/** Shell blocks on all pages, without the indentation of a list. */
const BLOCKS = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^( *)```sh\n(.*?)^ *```/gms)].map(([, indent = '', code = '']) => ({
    page,
    code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  })),
);
const all = (expression: RegExp) =>
  BLOCKS.flatMap(({ page, code }) => [...code.matchAll(expression)].map(([, name = '']) => ({ page, name })));

describe('the shell blocks of the docs', () => {
  it('have valid shell syntax', () => {
    expect(BLOCKS.length).toBeGreaterThan(20);
    const invalidBlocks = BLOCKS.map(({ page, code }) => ({ page, ...spawnSync('bash', ['-n'], { input: code }) }))
      .filter(({ status }) => status !== 0)
      .map(({ page, stderr }) => `${page}: ${stderr}`);
    expect(invalidBlocks).toEqual([]);
  });

  it('refer to existing units in deploy/systemd', () => {
    const units = new Set(readdirSync('deploy/systemd'));
    const mentionedUnits = all(/^.*\bsystemctl (.*)$/gm).flatMap(({ page, name }) =>
      [...name.matchAll(/\blectern-[\w.@-]+/g)].map(([unit]) => ({ page, name: unit })),
    );
    expect(mentionedUnits.length).toBeGreaterThan(15);
    const file = (name: string) => (/\.\w+$/.test(name) ? name : `${name.replace(/@\d+$/, '@')}.service`);
    expect(mentionedUnits.filter(({ name }) => !units.has(file(name)))).toEqual([]);
  });

  it('refer to existing files of the project', () => {
    const mentionedPaths = all(/(?<![\w./])((?:deploy|brands|docs|scripts)\/[\w./-]*\w)/g);
    expect(mentionedPaths.length).toBeGreaterThan(8);
    expect(mentionedPaths.filter(({ name }) => !existsSync(name))).toEqual([]);
  });

  it('refer to existing services in the compose file and programs of the project', () => {
    const compose = readFileSync('deploy/containers/compose.yaml', 'utf8');
    const services = all(/docker compose (.+)$/gm).map(({ name }) =>
      name.replaceAll(/--\w+ [^\s]*\/[^\s]*|--[\w-]+/g, ''),
    );
    expect(services.length).toBeGreaterThan(5);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const line of services) {
      const [, action, service, program] = /^ *(up|run) *([\w-]*) *(\w*)/.exec(line) ?? [];
      expect(service === '' || compose.includes(`\n  ${service}:\n`), line).toBe(true);
      if (action === 'run') expect(Object.keys(scripts), line).toContain(program);
    }
  });
});

describe('SQL statements in docs/', () => {
  let folder: string;
  let store: Store;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-docs-'));
    store = await openStore(folder);
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('are valid in SQLite and PostgreSQL', async () => {
    const statements = PAGES.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/sqlite3 var\/api\/(visitors|catalogue)\.db\s+"([^."][^"]+)"/g)].map(
        ([, name, sql = '']) => ({ page, name, sql }),
      ),
    );
    expect(statements.length).toBeGreaterThan(3);
    for (const { page, name, sql } of statements) {
      const database = name === 'visitors' ? store.visitors : store.catalogue;
      await expect(database.run(raw(sql)), `${page}: ${sql}`).resolves.toBeDefined();
    }
  });
});
