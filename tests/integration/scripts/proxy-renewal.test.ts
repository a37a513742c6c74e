import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getConfig } from '#src/config/config.ts';
import { liveId } from '#src/publish/release/index.ts';
import { renewProxyConfig } from '../../../src/commands/site/proxy-renewal.ts';
import { html, publish } from '../../helpers/published-brand.ts';
import { publishNewer } from '../serve/proxy-config/fixture.ts';
import { runProgram } from './program.ts';

let folder: string;
let out: string;
/** File that gets a line for each reload of the web server. */
let reloads: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-renewal-'));
  out = join(folder, 'lectern.conf');
  reloads = join(folder, 'reloads');
  writeFileSync(reloads, '');
  await publish(folder, 'moonovel', { pages: { '/': html('home') } });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = (reload: string) => ({
  LECTERN_STATE: folder,
  LECTERN_BRANDS: resolve('brands'),
  LECTERN_PROXY_CONFIG: `--server nginx --out ${out}`,
  LECTERN_PROXY_RELOAD: reload,
});
const renew = (reload = `echo reloaded >> ${reloads}`) => renewProxyConfig(getConfig(environment(reload)));
const reloaded = () => readFileSync(reloads, 'utf8').trim().split('\n').filter(Boolean).length;

describe('the update of the web server configuration after a rebuild', () => {
  it('writes the file and reloads the web server only if the configuration changed', async () => {
    expect(await renew()).toBe(true);
    expect(readFileSync(out, 'utf8')).toContain(`root "${folder}/moonovel/current/site-bundle";`);
    expect(reloaded()).toBe(1);
    await publish(folder, 'moonovel', { pages: { '/': html('home of another day') } });
    expect(await renew()).toBe(false);
    expect(reloaded()).toBe(1);
    await publishNewer(folder, 'moonovel', { '/': html('newer') }, 'newer', 'newer policy');
    expect(await renew()).toBe(true);
    expect(readFileSync(out, 'utf8')).toMatch(/add_header Content-Security-Policy "[^"]*newer policy[;"]/);
    expect(reloaded()).toBe(2);
  });

  it('restores the file if the reload fails, while the release remains live', async () => {
    await renew();
    const before = readFileSync(out, 'utf8');
    await publishNewer(folder, 'moonovel', { '/': html('newer') }, 'newer', 'newer policy');
    const live = liveId(join(folder, 'moonovel'));
    await expect(renew('echo the file has a mistake >&2; exit 1')).rejects.toMatchObject({
      code: 'PROXY_CONFIG',
      exitCode: 5,
      message: expect.stringContaining('the file has a mistake'),
    });
    expect(readFileSync(out, 'utf8')).toBe(before);
    expect(liveId(join(folder, 'moonovel'))).toBe(live);
    expect(await renew()).toBe(true);
  });

  it('deletes the new file if the reload fails and there was no file before', async () => {
    await expect(renew('exit 1')).rejects.toMatchObject({ exitCode: 5 });
    expect(existsSync(out)).toBe(false);
  });

  it('leaves only brands with a damaged live release to the Node server', async () => {
    await publish(folder, 'tibok', { pages: { '/': html('home') } });
    await renew();
    expect(readFileSync(out, 'utf8')).toContain(`root "${folder}/tibok/current/`);
    writeFileSync(join(folder, 'tibok/current/release.json'), '{');
    expect(await renew()).toBe(true);
    const text = readFileSync(out, 'utf8');
    expect(text).toContain(`root "${folder}/moonovel/current/site-bundle";`);
    expect(text).not.toContain(`root "${folder}/tibok/current/`);
  });

  it('is skipped if LECTERN_PROXY_CONFIG is not set', async () => {
    const { LECTERN_PROXY_CONFIG: _, ...rest } = environment('exit 1');
    expect(await renewProxyConfig(getConfig(rest))).toBe(false);
  });

  it.each(['--server apache --out x', '--server nginx', '--servr nginx --out x'])(
    'rejects LECTERN_PROXY_CONFIG with the value %s',
    async (text) => {
      const config = getConfig({ ...environment(''), LECTERN_PROXY_CONFIG: text });
      await expect(renewProxyConfig(config)).rejects.toMatchObject({ exitCode: 5 });
    },
  );
});

describe("the web server's configuration", () => {
  const run = (name: string, args: string[]) =>
    runProgram(name, args, folder, environment(`echo reloaded >> ${reloads}`));

  it('is updated by npm run releases after a rollback', async () => {
    await publishNewer(folder, 'moonovel', { '/': html('newer') }, 'newer', 'newer policy');
    expect(await run('releases', ['--brand', 'moonovel', 'rollback']).ended()).toBe(0);
    expect(readFileSync(out, 'utf8')).toContain('/moonovel/current/site-bundle"');
    expect(reloaded()).toBe(1);
  });

  it('is written, printed and checked by npm run proxy-config', async () => {
    const printed = run('proxy-config', ['--server', 'caddy', '--listen', '8080']);
    expect(await printed.ended()).toBe(0);
    expect(printed.out()).toContain('http://www.moonovel.example:8080');
    expect(await run('proxy-config', ['--check']).ended()).toBe(1);
    expect(await run('proxy-config', []).ended()).toBe(0);
    expect(await run('proxy-config', ['--check']).ended()).toBe(0);
    expect(await run('proxy-config', ['--server', 'apache']).ended()).toBe(2);
  });
});
