import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureInstalled } from '../../../scripts/bootstrap/install.mjs';

let root: string;
let server: Server;
/** What the registry sends as the package. */
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
  const { stdout } = spawnSync('tar', ['-cz', '-C', join(root, 'made'), 'package']);
  return stdout;
}

/** A project whose lockfile names this content. */
async function project(content: Buffer): Promise<string> {
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const resolved = `http://127.0.0.1:${(server.address() as AddressInfo).port}/small-1.0.0.tgz`;
  const manifest = { name: 'project', version: '1.0.0', dependencies: { small: '1.0.0' } };
  const packages = { '': manifest, 'node_modules/small': { version: '1.0.0', resolved, integrity } };
  const folder = join(root, 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name: 'project', lockfileVersion: 3, packages }));
  return folder;
}

describe('the first run of a command', () => {
  it('installs a package whose content is that of the lockfile', { timeout: 120_000 }, async () => {
    archive = await pack('module.exports = 1;');
    const folder = await project(archive);
    await ensureInstalled(folder);
    expect(await readFile(join(folder, 'node_modules/small/index.js'), 'utf8')).toBe('module.exports = 1;');
    expect(existsSync(join(folder, 'node_modules/.lectern-stamp'))).toBe(true);
  });

  it('refuses a package of the same version with other content', { timeout: 120_000 }, async () => {
    const folder = await project(await pack('module.exports = 1;'));
    archive = await pack('module.exports = 2;');
    await expect(ensureInstalled(folder)).rejects.toThrow('npm install ended with code');
    expect(existsSync(join(folder, 'node_modules/small/index.js'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules/.lectern-stamp'))).toBe(false);
  });
});
