import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLoads, loadable } from '../../../../scripts/checks/loads.ts';

describe('loadable', () => {
  it.each([
    ['src/lib/hash.ts', true],
    ['src/routes/paths.ts', true],
    ['scripts/checks/main.ts', true],
    ['scripts/start.ts', false],
    ['src/publish/bundle/worker.ts', false],
    ['src/publish/rebuild/render.worker.ts', false],
    ['src/publish/bundle/server-entry.ts', false],
    ['src/features/reader/island/Bar.tsx', false],
  ])('for the module %s returns %s', (path, expected) => {
    expect(loadable([{ path, lines: 1 }])).toEqual(expected ? [path] : []);
  });
});

describe('checkLoads', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-loads-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('reports modules that fail to load, and continues with the others', async () => {
    await writeFile(join(folder, 'enum.ts'), 'export enum A { b }\n');
    await writeFile(join(folder, 'missing.ts'), "import './gone.ts';\n");
    await writeFile(join(folder, 'good.ts'), 'export const a: number = 1;\n');
    const findings = await checkLoads(folder, ['enum.ts', 'missing.ts', 'good.ts']);
    expect(findings.map(({ file }) => file)).toEqual(['enum.ts', 'missing.ts']);
    expect(findings[0]?.rule).toContain('TypeScript enum is not supported');
  });

  it('reports modules that exit the process', async () => {
    await writeFile(join(folder, 'exit.ts'), 'process.exit(0);\n');
    expect(await checkLoads(folder, ['exit.ts'])).toHaveLength(1);
  });

  it('does not wait for timers and servers that a module leaves running', async () => {
    await writeFile(join(folder, 'timer.ts'), 'setInterval(() => {}, 1000);\n');
    expect(await checkLoads(folder, ['timer.ts'])).toEqual([]);
  });

  it('reports all results even if the process that reads them is busy', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.ts`);
    for (const name of names) await writeFile(join(folder, name), '');
    // Creates more results than the channel between two processes can buffer.
    const paths = names.flatMap((name) => Array.from({ length: 60 }, (_, depth) => './'.repeat(depth) + name));
    const findings = checkLoads(folder, paths);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    expect(await findings).toEqual([]);
  });
});
