import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillStore, runProgram } from './program.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  fillStore(folder, 120);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(name: string, ...args: string[]): Promise<void> {
  const program = runProgram(name, args, folder);
  const code = await program.ended();
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${program.err()}`);
}

const htmlFiles = (root: string) => globSync('**/*.html', { cwd: root }).sort();

it('a plain build and the rebuild give the same pages, byte for byte', async () => {
  const out = join(folder, 'out');
  await run('rebuild', '--brand', 'freenovel');
  await run('build', '--brand', 'freenovel', '--out', out);
  const release = join(folder, 'freenovel/current/site');
  expect(htmlFiles(out).length).toBeGreaterThan(20);
  expect(htmlFiles(out)).toEqual(htmlFiles(release));
  const differing = htmlFiles(out).filter(
    (file) => !readFileSync(join(out, file)).equals(readFileSync(join(release, file))),
  );
  expect(differing).toEqual([]);

  const home = readFileSync(join(out, 'index.html'), 'utf8');
  const [css = ''] = /\/_brand\/brand\.[0-9a-f]+\.css/.exec(home) ?? [];
  expect(readFileSync(join(out, css), 'utf8')).toContain('@font-face');
  expect(readFileSync(join(out, '_headers'), 'utf8')).toMatch(/Content-Security-Policy: default-src 'none'/);
  const redirects = readFileSync(join(out, '_redirects'), 'utf8');
  expect(redirects).toMatch(/^\/genres\/1 \/genres\/1\/Fantasy 308$/m);
  expect(redirects).toMatch(/^\/category\/Dragons \/category\/Fantasy\/Dragons 308$/m);
});

it('replaces no folder that holds something else', async () => {
  const program = runProgram('build', ['--brand', 'freenovel', '--out', folder], folder);
  expect(await program.ended()).toBe(2);
  expect(program.err()).toContain('holds files that are no earlier build');
  expect(existsSync(join(folder, 'api'))).toBe(true);
});
