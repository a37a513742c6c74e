import { join } from 'node:path';
import * as v from 'valibot';
import type { Answer, ListAnswer } from '#src/admin/contract/answers.ts';
import type { ListedRedirect, RedirectReport } from '#src/admin/contract/redirects.ts';
import type { Brand } from '#src/brand/registry.ts';
import { addRedirects, checkRedirects, openLive, readRedirects, removeRedirects } from '#src/publish/release/index.ts';
import { orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import type { AdminRequest, Route } from '../http/route.ts';
import { listQuery } from '../records/list-query.ts';
import { redirectsFromCsv } from './csv.ts';
import { missingTargets } from './missing-targets.ts';
import { changeRedirects } from './note.ts';
import { pagesOf } from './site-pages.ts';

const MAX_CSV_CHARACTERS = 3_000_000;
/** Maximum number of refused rows, and of warnings, in a response. */
const MAX_LISTED = 200;

const Addition = v.strictObject({
  csv: v.pipe(v.string(), v.maxLength(MAX_CSV_CHARACTERS)),
  /** Only check the redirects. */
  check: v.boolean(),
});
const Removal = v.strictObject({ from: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) });

/** The redirects of a brand from addresses of a former site, in the file that imports write as well. */
export const REDIRECT_ROUTES: readonly Route[] = [
  { method: 'GET', path: '/redirects/:brand', act: 'redirects.read', run: list },
  { method: 'POST', path: '/redirects/:brand', act: 'redirects.create', run: add },
  { method: 'POST', path: '/redirects/:brand/delete', act: 'redirects.delete', run: remove },
];

/** @throws AdminError not_found */
async function brandOf({ params, admin }: AdminRequest): Promise<{ readonly brand: Brand; readonly folder: string }> {
  const brand = orNotFound(
    (await admin.brands()).find(({ id }) => id === params['brand']),
    'brand',
  );
  return { brand, folder: join(admin.state, brand.id) };
}

async function list(request: AdminRequest) {
  const { folder } = await brandOf(request);
  const { offset, limit, filter } = listQuery(request.query);
  const text = String(filter['q'] ?? '').toLowerCase();
  const matching = [...readRedirects(folder)].filter(
    ([from, to]) => from.includes(text) || to.toLowerCase().includes(text),
  );
  const data = matching.slice(offset, offset + limit).map(([from, to]) => ({ from, to }));
  return { body: { data, total: matching.length } satisfies ListAnswer<ListedRedirect> };
}

async function add(request: AdminRequest) {
  const { csv, check } = parseBody(Addition, request.body);
  const { brand, folder } = await brandOf(request);
  const entries = redirectsFromCsv(csv).map(({ from, to }) => ({ from, to: ownPath(to, brand) }));
  const release = openLive(folder);
  try {
    const { accepted, existing, refused } = checkRedirects(readRedirects(folder), entries, pagesOf(brand, release));
    if (!check && accepted.length > 0) {
      const added = accepted.map(({ from, to }) => [from, to] as const);
      await changeRedirects(request, brand.id, { after: accepted }, () => addRedirects(folder, added));
    }
    const warnings = await missingTargets(accepted, brand, request.admin.store.catalogue);
    const report = {
      added: accepted.length,
      existing,
      refused: refused.slice(0, MAX_LISTED),
      warnings: warnings.slice(0, MAX_LISTED),
    };
    return { body: { data: report } satisfies Answer<RedirectReport> };
  } finally {
    release?.close();
  }
}

async function remove(request: AdminRequest) {
  const { from } = parseBody(Removal, request.body);
  const { brand, folder } = await brandOf(request);
  const stored = readRedirects(folder);
  const removed = [...new Set(from)].flatMap((key) => {
    const to = stored.get(key);
    return to === undefined ? [] : [{ from: key, to }];
  });
  if (removed.length > 0)
    await changeRedirects(request, brand.id, { before: removed }, () => removeRedirects(folder, from));
  return { body: { data: removed } satisfies Answer<readonly ListedRedirect[]> };
}

/** The path of an address on one of the brand's hosts. Other addresses are returned unchanged. */
function ownPath(address: string, { hosts }: Brand): string {
  const url = /^https?:\/\//.test(address) ? URL.parse(address) : null;
  return url && hosts.includes(url.hostname) ? url.pathname + url.search + url.hash : address;
}
