import { join } from 'node:path';
import * as v from 'valibot';
import type { Answer } from '#src/admin/contract/answers.ts';
import type { PathChanges } from '#src/admin/contract/publish.ts';
import type { ListedRelease, PageTexts, Status } from '#src/admin/contract/status.ts';
import { openReports } from '#src/api/store/visitors/reports.ts';
import { LecternError } from '#src/lib/errors.ts';
import { listReleases } from '#src/publish/release/index.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import type { AdminRequest, Route } from '../http/route.ts';
import { pageTexts } from './page-texts.ts';
import { readStatus } from './status.ts';

const RELEASE_ID = /^[0-9TZ]+$/;
const Rollback = v.strictObject({ release: v.pipe(v.string(), v.regex(RELEASE_ID, 'must be the id of a release')) });

/**
 * Routes of the status page: brands and their nightly rebuilds, releases, differences between two releases, and
 * rollback.
 */
export const STATUS_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/status',
    act: 'status.read',
    async run({ admin }) {
      const status = readStatus(admin.state, await admin.brands(), admin.now());
      const reports = await openReports(admin.store.visitors);
      return { body: { data: { ...status, reports } } satisfies Answer<Status> };
    },
  },
  {
    method: 'GET',
    path: '/status/:brand/releases',
    act: 'releases.read',
    async run(request) {
      return { body: await answerReleases(request) };
    },
  },
  {
    method: 'GET',
    path: '/status/:brand/releases/:from/:to',
    act: 'releases.read',
    async run(request) {
      const { brand = '', from = '', to = '' } = await checkedParams(request);
      const changes = await withConflicts(request.admin.jobs.compareReleases(brand, from, to));
      return { body: { data: changes } satisfies Answer<PathChanges> };
    },
  },
  {
    method: 'GET',
    path: '/status/:brand/releases/:from/:to/page',
    act: 'releases.read',
    async run(request) {
      const { from = '', to = '' } = request.params;
      const texts = await pageTexts(await folderOf(request), from, to, String(request.query['path'] ?? ''));
      return { body: { data: texts } satisfies Answer<PageTexts> };
    },
  },
  {
    method: 'POST',
    path: '/status/:brand/rollback',
    act: 'releases.rollback',
    async run(request) {
      const { release } = parseBody(Rollback, request.body);
      const { brand = '' } = await checkedParams(request);
      await withConflicts(request.admin.jobs.rollBack(brand, release));
      return { body: await answerReleases(request) };
    },
  },
];

/** The brand's folder, `var/<brand>`. @throws AdminError not_found for an unknown brand */
async function folderOf({ params, admin }: AdminRequest): Promise<string> {
  const brand = orNotFound(
    (await admin.brands()).find(({ id }) => id === params['brand']),
    'brand',
  );
  return join(admin.state, brand.id);
}

const answerReleases = async (request: AdminRequest): Promise<Answer<readonly ListedRelease[]>> => ({
  data: listReleases(await folderOf(request)),
});

/** @throws AdminError not_found for an unknown brand or an invalid release id */
async function checkedParams(request: AdminRequest): Promise<AdminRequest['params']> {
  const { brand: _, ...ids } = request.params;
  if (!Object.values(ids).every((id) => RELEASE_ID.test(id)))
    throw new AdminError('not_found', 'This release does not exist.');
  await folderOf(request);
  return request.params;
}

/** Converts a job's expected errors. @throws AdminError conflict, with the job's message */
const withConflicts = <T>(job: Promise<T>): Promise<T> =>
  job.catch((error: unknown) => {
    throw error instanceof LecternError ? new AdminError('conflict', error.message, { cause: error }) : error;
  });
