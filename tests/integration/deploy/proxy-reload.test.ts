import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../../../deploy/lectern-proxy-reload');

let folder: string;
const inFolder = (...parts: string[]) => join(folder, ...parts);
const target = () => inFolder('etc/nginx/conf.d/lectern.conf');

/**
 * Creates a substitute for a system program. It rejects configurations that contain "wrong", and records its arguments.
 */
function program(name: string): void {
  const file = inFolder('bin', name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${inFolder('calls')}\n! grep -rqs wrong ${inFolder('etc')}\n`);
  chmodSync(file, 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-reload-'));
  for (const part of ['bin', 'from', 'etc/nginx/conf.d', 'etc/caddy']) mkdirSync(inFolder(part), { recursive: true });
  for (const name of ['nginx', 'systemctl']) program(name);
});
afterEach(() => rmSync(folder, { recursive: true }));

function reload(): number | null {
  const env = {
    PATH: `${inFolder('bin')}${delimiter}${process.env['PATH']}`,
    LECTERN_PROXY_FROM: inFolder('from'),
    LECTERN_PROXY_ETC: inFolder('etc'),
  };
  return spawnSync(PROGRAM, { env }).status;
}

const calls = () => (existsSync(inFolder('calls')) ? readFileSync(inFolder('calls'), 'utf8').trim().split('\n') : []);

describe('the reload of the web server after npm run proxy-config', () => {
  it('installs the configuration and reloads nginx if nginx accepts it', () => {
    writeFileSync(inFolder('from/nginx.conf'), 'good');
    expect(reload()).toBe(0);
    expect(readFileSync(target(), 'utf8')).toBe('good');
    expect(calls()).toEqual(['nginx -t', 'systemctl reload-or-restart nginx']);
    expect(reload()).toBe(0);
    expect(calls()).toHaveLength(2);
  });

  it('restores the previous configuration if nginx rejects the new one', () => {
    writeFileSync(inFolder('from/nginx.conf'), 'good');
    reload();
    writeFileSync(inFolder('from/nginx.conf'), 'wrong');
    expect(reload()).toBe(1);
    expect(readFileSync(target(), 'utf8')).toBe('good');
    expect(readdirSync(inFolder('etc/nginx/conf.d'))).toEqual(['lectern.conf']);
    expect(calls().slice(2)).toEqual(['nginx -t']);
  });

  it('leaves no file behind if the first configuration is rejected', () => {
    writeFileSync(inFolder('from/nginx.conf'), 'wrong');
    expect(reload()).toBe(1);
    expect(readdirSync(inFolder('etc/nginx/conf.d'))).toEqual([]);
  });

  it('also installs the configuration for Caddy', () => {
    writeFileSync(inFolder('from/Caddyfile'), 'good');
    expect(reload()).toBe(0);
    expect(readFileSync(inFolder('etc/caddy/lectern.caddy'), 'utf8')).toBe('good');
    expect(calls()).toEqual(['systemctl reload-or-restart caddy']);
  });
});
