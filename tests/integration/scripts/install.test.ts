import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureInstalled } from '../../../scripts/bootstrap/install.mjs';
import { bundledPackage } from '../../../scripts/bootstrap/node.mjs';

let root: string;
let server: Server;
/** Content of the package that the registry serves. */
let archive: Buffer;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-install-'));
  server = createServer((_request, response) => void response.end(archive));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('npm_config_cache', join(root, 'cache'));
  vi.stubEnv('npm_config_fetch_retries', '0');
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true });
});

async function pack(code: string): Promise<Buffer> {
  const folder = join(root, 'made', 'package');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'small', version: '1.0.0' }));
  await writeFile(join(folder, 'index.js'), code);
  for (const file of ['bin/node', 'include/node/v8.h']) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '');
  }
  const { stdout } = spawnSync('tar', ['-cz', '-C', join(root, 'made'), 'package']);
  return stdout;
}

/**
 * A project whose lockfile lists a package with this content. With `development`, it also lists a development
 * package; with `node`, it also lists the package that contains Node.
 */
async function project(content: Buffer, { development = false, node = false } = {}): Promise<string> {
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const resolved = `http://127.0.0.1:${(server.address() as AddressInfo).port}/small-1.0.0.tgz`;
  const dependencies = { small: '1.0.0' };
  const manifest = {
    name: 'project',
    version: '1.0.0',
    dependencies,
    ...(development && { devDependencies: { tool: '1.0.0' } }),
    ...(node && { optionalDependencies: { [basename(bundledPackage())]: '1.0.0' } }),
  };
  const packages = {
    '': manifest,
    'node_modules/small': { version: '1.0.0', resolved, integrity },
    ...(development && { 'node_modules/tool': { version: '1.0.0', resolved, integrity, dev: true } }),
    ...(node && { [bundledPackage()]: { version: '1.0.0', resolved, integrity, optional: true } }),
  };
  const folder = join(root, 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name: 'project', lockfileVersion: 3, packages }));
  return folder;
}

describe('the installation of packages before the first command', () => {
  it('installs a package whose content matches the hash in the lockfile', { timeout: 120_000 }, async () => {
    archive = await pack('module.exports = 1;');
    const folder = await project(archive);
    await ensureInstalled(folder);
    expect(await readFile(join(folder, 'node_modules/small/index.js'), 'utf8')).toBe('module.exports = 1;');
    expect(existsSync(join(folder, 'node_modules/.lectern-stamp'))).toBe(true);
  });

  it('rejects a package with the same version but different content', { timeout: 120_000 }, async () => {
    const folder = await project(await pack('module.exports = 1;'));
    archive = await pack('module.exports = 2;');
    await expect(ensureInstalled(folder)).rejects.toThrow('npm install failed with exit code');
    expect(existsSync(join(folder, 'node_modules/small/index.js'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules/.lectern-stamp'))).toBe(false);
  });

  it('deletes the C++ header files of Node after it has installed Node', { timeout: 120_000 }, async () => {
    archive = await pack('module.exports = 1;');
    const folder = await project(archive, { node: true });
    await ensureInstalled(folder);
    const node = join(folder, bundledPackage());
    expect(existsSync(join(node, 'bin/node'))).toBe(true);
    expect(existsSync(join(node, 'include'))).toBe(false);
  });

  it('omits development packages until a command needs them', { timeout: 120_000 }, async () => {
    archive = await pack('module.exports = 1;');
    const folder = await project(archive, { development: true });
    const installed = () => existsSync(join(folder, 'node_modules/tool/index.js'));
    await ensureInstalled(folder, { development: false });
    expect(existsSync(join(folder, 'node_modules/small/index.js'))).toBe(true);
    expect(installed()).toBe(false);
    await ensureInstalled(folder);
    expect(installed()).toBe(true);
    // Packages that are already installed are kept.
    await ensureInstalled(folder, { development: false });
    expect(installed()).toBe(true);
  });
});
