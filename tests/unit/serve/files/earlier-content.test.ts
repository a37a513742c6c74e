import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLive, openRelease, type Release } from '#src/publish/release/index.ts';
import { earlierAsset, earlierPage, orEarlier } from '#src/serve/files/earlier-content.ts';
import { createFileStore } from '#src/serve/files/file-store.ts';
import { DamagedFileError } from '#src/serve/files/verified-files.ts';
import type { Content } from '#src/serve/http/representation.ts';
import { html, POLICY, publish } from '../../../helpers/published-brand.ts';

let state: string;
const opened: Release[] = [];
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'lectern-earlier-'));
});
afterEach(() => {
  for (const release of opened.splice(0)) release.close();
  rmSync(state, { recursive: true, force: true });
});

const live = (): Release => {
  const release = openLive(join(state, 'ash'));
  if (!release) throw new Error('No release is live.');
  opened.push(release);
  return release;
};
const files = () => createFileStore(1e6);
const textOf = async (content: Content | undefined) =>
  content && Buffer.from((await content.bytes('identity')) ?? '').toString();
const put = (title: string) =>
  publish(state, 'ash', { pages: { '/': html(title) }, assets: { '/_astro/one.0a1b2c3d.js': `"${title}"` } });

/** Damages all stored forms of a release's page `/`. */
function damage(id: string): void {
  const folder = join(state, 'ash', 'releases', id);
  const release = openRelease(folder);
  const file = join(folder, 'site', release.page('/')?.file ?? '');
  release.close();
  for (const form of [file, `${file}.br`]) writeFileSync(form, readFileSync(form).subarray(1));
}

it('earlierPage returns the page and policy of the newest release before the live release', async () => {
  for (const title of ['one', 'two', 'three']) await put(title);
  const earlier = await earlierPage(files(), live(), '/');
  expect(await textOf(earlier?.content)).toBe(html('two'));
  expect(earlier?.csp).toBe(POLICY);
});

it('earlierPage returns the page from an older release if the newer page is damaged too', async () => {
  await put('one');
  damage(await put('two'));
  await put('three');
  expect(await textOf((await earlierPage(files(), live(), '/'))?.content)).toBe(html('one'));
});

it('earlierAsset returns a browser file from the previous release, or undefined if no release has the file', async () => {
  await put('one');
  await put('two');
  const asset = await earlierAsset(files(), live(), '/_astro/one.0a1b2c3d.js');
  expect(await textOf(asset?.content)).toBe('"one"');
  expect(await earlierAsset(files(), live(), '/_astro/none.0a1b2c3d.js')).toBeUndefined();
  expect(await earlierPage(files(), live(), '/none')).toBeUndefined();
});

const content = (read: () => Promise<Uint8Array>): Content => ({ etag: 'a', mediaType: 'text/html', bytes: read });
const damaged = new DamagedFileError({ path: '/', root: '/', file: 'site/index.html', hash: '' });

it('orEarlier replaces content only if it turns out to be damaged when it is read', async () => {
  const replacement = { content: content(async () => Buffer.from('spare')), csp: '' };
  const intact = orEarlier(
    content(async () => Buffer.from('sound')),
    async () => replacement,
  );
  expect(await textOf(intact)).toBe('sound');
  expect(
    await textOf(
      orEarlier(
        content(() => Promise.reject(damaged)),
        async () => replacement,
      ),
    ),
  ).toBe('spare');
});

it('orEarlier throws the original error if there is no earlier version, or if reading failed for another reason', async () => {
  const without = orEarlier(
    content(() => Promise.reject(damaged)),
    async () => undefined,
  );
  await expect(textOf(without)).rejects.toBe(damaged);
  const fault = new Error('the disk is gone');
  let readCount = 0;
  const other = orEarlier(
    content(() => Promise.reject(fault)),
    async () => {
      readCount += 1;
      return undefined;
    },
  );
  await expect(textOf(other)).rejects.toBe(fault);
  expect(readCount).toBe(0);
});
