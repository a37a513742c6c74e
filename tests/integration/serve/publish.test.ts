import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rollback } from '#src/publish/release/index.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;
beforeEach(async () => {
  server = await startServer([testBrand('ash')]);
});
afterEach(() => server.close());

const PAGES = ['/', '/genres', '/tags', '/history'];
const night = (number: number) => ({
  pages: Object.fromEntries(PAGES.map((path) => [path, html(`night ${number} of ${path}`)])),
  assets: { [`/_astro/night.${number}.js`]: `night(${number})` },
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('the condition did not come true');
    await wait(100);
  }
}

const isShown = (text: string) => async () => (await server.ask('ash', '/')).text.includes(text);

describe('a release published on a running site', () => {
  it('takes effect without a restart, even if it is the first release', async () => {
    expect((await server.ask('ash', '/')).status).toBe(503);
    await publish(server.state, 'ash', night(1));
    await until(isShown('night 1'));
    await publish(server.state, 'ash', night(2));
    await until(isShown('night 2'));
  });

  it('keeps the browser files of the previous release', async () => {
    await publish(server.state, 'ash', night(1));
    await publish(server.state, 'ash', night(2));
    await until(isShown('night 2'));
    expect((await server.ask('ash', '/_astro/night.1.js')).text).toBe('night(1)');
  });

  it('can be undone by a rollback', async () => {
    await publish(server.state, 'ash', night(1));
    await publish(server.state, 'ash', night(2));
    await until(isShown('night 2'));
    await rollback(`${server.state}/ash`);
    await until(isShown('night 1'));
  });

  it('never makes a request fail, and never mixes two releases, under load', async () => {
    await publish(server.state, 'ash', night(0));
    let done = false;
    const seen: { status: number; isWhole: boolean }[] = [];
    const visitor = async (path: string) => {
      while (!done) {
        const { status, text } = await server.ask('ash', path, { headers: { 'accept-encoding': 'identity' } });
        seen.push({ status, isWhole: /night (\d)/.test(text) && text === html(/<title>(.*?)</.exec(text)?.[1] ?? '') });
      }
    };
    const visitors = PAGES.map(visitor);
    for (const number of [1, 2, 3, 4, 5]) {
      await publish(server.state, 'ash', night(number));
      await wait(400);
    }
    await until(isShown('night 5'));
    await until(async () => seen.length > 50);
    done = true;
    await Promise.all(visitors);
    expect(seen.filter(({ status, isWhole }) => status !== 200 || !isWhole)).toEqual([]);
  });

  it('does not replace the live release if its manifest is unreadable', async () => {
    await publish(server.state, 'ash', night(1));
    await until(isShown('night 1'));
    await publish(server.state, 'ash', night(2), (folder) => writeFileSync(join(folder, 'manifest.db'), 'no database'));
    await wait(1100);
    expect((await server.ask('ash', '/')).text).toContain('night 1');
  });

  it('shows a page whose compressed file is missing', async () => {
    await publish(server.state, 'ash', night(1));
    await until(isShown('night 1'));
    rmSync(`${server.state}/ash/current/site/tags.html.br`);
    const { status, headers, body } = await server.ask('ash', '/tags', { headers: { 'accept-encoding': 'br' } });
    expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding: 'br' });
    expect(brotliDecompressSync(body).toString()).toBe(html('night 1 of /tags'));
  });

  it('does not replace the live release if the link to it is broken, and the broken link is logged once', async () => {
    await publish(server.state, 'ash', night(1));
    await until(isShown('night 1'));
    const { symlinkSync, renameSync } = await import('node:fs');
    symlinkSync('releases/none', `${server.state}/ash/.aside`);
    renameSync(`${server.state}/ash/.aside`, `${server.state}/ash/current`);
    await wait(1100);
    expect((await server.ask('ash', '/')).status).toBe(200);
    await wait(1100);
    expect((await server.ask('ash', '/')).status).toBe(200);
    expect(server.lines.filter((line) => line.includes('cannot be opened'))).toHaveLength(1);
  });
});
