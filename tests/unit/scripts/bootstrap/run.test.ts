import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A project with installed packages: only the bundled Node, and the file in which npm records it. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-run-'));
  cpSync('scripts/run.mjs', join(root, 'scripts/run.mjs'));
  cpSync('scripts/bootstrap', join(root, 'scripts/bootstrap'), { recursive: true });
  const bin = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    writeFileSync(join(root, file), JSON.stringify({ packages: {} }));
  }
  script('show', 'console.log(JSON.stringify([process.argv.slice(2), process.env.NODE_ENV]));');
  script('fail', 'process.exitCode = 4;');
  script('wait', "process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('up');");
  script('stubborn', "setInterval(() => {}, 1000); console.log('up');");
});
afterAll(() => rmSync(root, { recursive: true }));

function script(name: string, code: string): void {
  writeFileSync(join(root, 'scripts', `${name}.ts`), code);
}

function run(...args: string[]) {
  const env = { ...process.env };
  delete env['NODE_ENV'];
  return spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), ...args], { encoding: 'utf8', env });
}

describe('run.mjs', () => {
  it('runs the command with its arguments, and prints nothing else on standard output', () => {
    expect(run('show', '--json', 'a b')).toMatchObject({ status: 0, stdout: '[["--json","a b"],"production"]\n' });
  });

  it('exits with the exit code of the command', () => {
    expect(run('fail').status).toBe(4);
  });

  it.each([[['nope']], [[]]])('rejects the arguments %j with exit code 2 and lists the commands', (args) => {
    const { status, stdout, stderr } = run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('Commands: fail show stubborn wait');
  });

  it.each([
    ['wait', 'exits by itself', 7],
    ['stubborn', 'is killed by the signal', 143],
  ])('forwards SIGTERM to the program "%s", which %s', async (name, _, expected) => {
    const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), name], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(expected);
  });
});
