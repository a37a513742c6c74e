import { join } from 'node:path';
import * as v from 'valibot';
import { openReports } from '#src/api/store/visitors/reports.ts';
import { type ListedRelease, listReleases, type ReleaseDiff } from '#src/release/index.ts';
import { AdminError, found } from '../http/error.ts';
import { checked } from '../http/input.ts';
import type { AdminRequest, Route } from '../http/route.ts';
import { pageTexts } from './page-texts.ts';
import { readStatus } from './status.ts';

/** How many paths of a kind are answered: nobody reads more, and a page of a browser holds no million. */
const MOST_PATHS = 5000;

const Rollback = v.strictObject({ release: v.pipe(v.string(), v.regex(/^[0-9TZ]+$/, 'is no id of a release')) });

/** The status page: brands and nights, releases, what differs between two of them, and the way back. */
export const STATUS_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/status',
    act: 'status.read',
    async run({ admin }) {
      const status = readStatus(admin.state, await admin.brands(), admin.now());
      return { body: { data: { ...status, reports: await openReports(admin.store.visitors) } } };
    },
  },
  {
    method: 'GET',
    path: '/status/:brand/releases',
    act: 'releases.read',
    async run(request) {
      return { body: { data: listReleases(await folderOf(request)) satisfies ListedRelease[] } };
    },
  },
  {
    method: 'GET',
    path: '/status/:brand/releases/:from/:to',
    act: 'releases.read',
    async run(request) {
      return { body: { data: await changesOf(request) } };
    },
  },
  {
    method: 'GET',
    path: '/status/:brand/releases/:from/:to/page',
    act: 'releases.read',
    async run(request) {
      const { from = '', to = '' } = request.params;
      const texts = await pageTexts(await folderOf(request), from, to, String(request.query['path'] ?? ''));
      return { body: { data: texts } };
    },
  },
  {
    method: 'POST',
    path: '/status/:brand/rollback',
    act: 'releases.rollback',
    async run(request) {
      const { release } = checked(Rollback, request.body);
      await releases(request, 'rollback', release);
      return { body: { data: listReleases(await folderOf(request)) } };
    },
  },
];

/** `var/<brand>`. @throws AdminError not_found for what is no brand */
async function folderOf({ params, admin }: AdminRequest): Promise<string> {
  const brand = found(
    (await admin.brands()).find(({ id }) => id === params['brand']),
    'brand',
  );
  return join(admin.state, brand.id);
}

async function changesOf(request: AdminRequest) {
  const { from = '', to = '' } = request.params;
  const { added, changed, removed } = (await releases(request, 'diff', from, to)) as ReleaseDiff;
  return {
    added: added.slice(0, MOST_PATHS),
    changed: changed.slice(0, MOST_PATHS),
    removed: removed.slice(0, MOST_PATHS),
    totals: { added: added.length, changed: changed.length, removed: removed.length },
  };
}

/**
 * What `npm run releases` says, in a process of its own: it reads a whole manifest, or before a rollback all files of a release.
 * @throws AdminError conflict with what it said instead
 */
async function releases(request: AdminRequest, action: string, ...ids: readonly string[]): Promise<unknown> {
  if (!ids.every((id) => /^[0-9TZ]+$/.test(id))) throw new AdminError('not_found', 'There is no such release.');
  await folderOf(request);
  const { ok, output } = await request.admin.runReleases(['--brand', request.params['brand'] ?? '', action, ...ids]);
  if (!ok) throw new AdminError('conflict', output.trim());
  return JSON.parse(output);
}
