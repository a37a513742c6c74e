import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../scripts/testing/free-port.ts';
import { ensureNginx, ensureOpenssl } from '../../../scripts/testing/web-servers.ts';
import { html, publish } from '../../helpers/published-brand.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DOCS = join(ROOT, 'docs/operate/proxy.md');
const BRAND = 'moonovel';

/** Returns the commands of the docs, with another folder and free ports. */
function commands(folder: string, ports: { readonly plain: number; readonly tls: number }): string {
  const [, section = ''] = readFileSync(DOCS, 'utf8').split('## Trying it on one machine');
  const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? [];
  const edits = [
    ['"$PWD/var/nginx"', `'${folder}'`],
    ['127.0.0.1:8080', `127.0.0.1:${ports.plain}`],
    ['127.0.0.1:8443', `127.0.0.1:${ports.tls}`],
    // By default, nginx workers started by root cannot read the temporary folder.
    ['events {}', process.getuid?.() === 0 ? 'user root; events {}' : 'events {}'],
    ['\n/usr/sbin/nginx', '\nexec /usr/sbin/nginx'],
  ] as const;
  return edits.reduce((text, [before, after]) => {
    expect(text).toContain(before);
    return text.replace(before, () => after);
  }, block);
}

let folder: string;
let nginx: ChildProcess;
let output = '';
let tlsPort: number;

beforeAll(async () => {
  await Promise.all([ensureNginx(), ensureOpenssl()]);
  folder = mkdtempSync(join(tmpdir(), 'lectern trial-'));
  const state = join(folder, 'state');
  await publish(state, BRAND, { pages: { '/genres': html('genres'.repeat(200)) } });
  const ports = { plain: await freePort(), tls: await freePort() };
  tlsPort = ports.tls;
  nginx = spawn('sh', ['-ec', commands(join(folder, 'nginx'), ports)], {
    cwd: ROOT,
    env: { ...process.env, LECTERN_STATE: state, LECTERN_BRANDS: '' },
  });
  for (const stream of [nginx.stdout, nginx.stderr]) stream?.on('data', (text) => (output += text));
}, 120_000);
afterAll(async () => {
  nginx?.kill('SIGTERM');
  if (nginx?.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function get(path: string) {
  const asked = request({
    host: '127.0.0.1',
    port: tlsPort,
    path,
    headers: { host: `${BRAND}.localhost:${tlsPort}`, 'accept-encoding': 'br' },
    rejectUnauthorized: false,
  }).end();
  const [response] = await once(asked, 'response');
  const chunks = await Array.fromAsync<Buffer>(response);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('the commands of docs/operate/proxy.md that try nginx on one machine', () => {
  it('serve a page of the live release over HTTPS, compressed and with its headers', { timeout: 240_000 }, async () => {
    const page = await vi.waitFor(
      () => {
        if (nginx.exitCode !== null) return Promise.resolve({ status: 0, headers: {}, body: Buffer.from(output) });
        return get('/genres');
      },
      { timeout: 180_000, interval: 300 },
    );
    expect(page.status, output).toBe(200);
    expect(page.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
    });
    expect(brotliDecompressSync(page.body).toString()).toContain('genres');
  });

  it('create a certificate for each brand', () => {
    const config = readFileSync(join(folder, 'nginx/lectern.conf'), 'utf8');
    const certificates = new Set(Array.from(config.matchAll(/ssl_certificate "(.*)";/g), ([, file = '']) => file));
    expect(certificates.size).toBeGreaterThan(2);
    for (const file of certificates) expect(readFileSync(file, 'utf8')).toContain('BEGIN CERTIFICATE');
  });
});
