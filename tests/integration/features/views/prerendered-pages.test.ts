import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerClient, type ServerClient } from '#src/contract/client/client.server.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { openSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { PAGE_KINDS, type RouteKind } from '#src/routes/page-kinds.ts';
import { parsePath } from '#src/routes/parse.ts';
import { pageQuery } from '#src/routes/queries.ts';
import { testSite } from '../../../helpers/memory-source.ts';
import { startMinimalUpstream } from '../../../helpers/minimal-upstream.ts';
import { PREFIX, smallBook, startSmallApi } from '../../../helpers/small-api.ts';

const site = testSite();
const closing: (() => unknown)[] = [];
const pagesOf: Record<string, Map<string, unknown>> = {};

/** Takes a snapshot of the upstream and returns the models of all its pages, by path. */
async function pages(origin: string): Promise<Map<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-views-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'catalogue.db');
  await syncSnapshot({
    file,
    locales: ['en'],
    upstream: origin + PREFIX,
    connect(etags): ServerClient {
      const client = createServerClient({ origin, prefix: PREFIX, log: silentLog, etags });
      closing.push(client.close);
      return client;
    },
  });
  const source = openSource(file, 7);
  closing.push(() => source.close());
  return new Map(
    PRERENDERED_VIEWS.flatMap((view) =>
      Array.from(view.paths(source, site), (ref) => {
        const loaded = view.load(ref, source, site);
        if (loaded.status !== 'ok') throw new Error(`${ref.path}: ${loaded.status}`);
        return [ref.path, loaded.model] as const;
      }),
    ),
  );
}

beforeAll(async () => {
  const api = await startSmallApi(60);
  await api.write(async (writer) => {
    await writer.putBook(
      smallBook(901, { key: 'odd', title: '《三体》：第一部', tags: ['page 2', 'loose/tag'], keywords: ['1984'] }),
    );
    await writer.putBook(smallBook(902, { key: 'odder', title: '...', category: '***', subCategory: 'Slow Burn' }));
  });
  const minimal = await startMinimalUpstream();
  closing.push(api.close, minimal.close);
  pagesOf['the embedded API'] = await pages(api.origin);
  pagesOf['only the twelve required calls'] = await pages(minimal.origin);
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const FRAME = 'src/shell/frame';

/** Names of the path builders that the frame of every page calls. Each name is also a kind of page. */
async function kindsInFrame(): Promise<Set<string>> {
  const names = (await readdir(FRAME)).filter((name) => /\.(?:astro|ts)$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(FRAME, name), 'utf8')));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bpaths\.(\w+)\(/g)].map(([, name = '']) => name)));
}

/**
 * Kinds of pages without links from prerendered pages: visitors reach them through scripts, redirects, error responses,
 * pages rendered on request, or links from other sites.
 */
const REACHED_OTHERWISE: readonly RouteKind[] = [
  'login',
  'notebook',
  'ads',
  'lastRead',
  'offline',
  'notFound',
  'badRequest',
  'serverError',
  'category',
];

/** Yields every link in the model of a page. */
function* hrefs(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (/href$|^(previous|next)$/i.test(name) && typeof member === 'string') yield member;
    else yield* hrefs(member);
  }
}

describe.each(['the embedded API', 'only the twelve required calls'])('prerendered pages with data from %s', (name) => {
  it('include every kind of prerendered page', () => {
    const kinds = new Set([...(pagesOf[name]?.keys() ?? [])].map((path) => parsePath(path, ['en'])?.kind));
    const expected = Object.entries(PAGE_KINDS).flatMap(([kind, { rendering }]) =>
      rendering === 'prerendered' ? [kind] : [],
    );
    const without = name === 'the embedded API' ? [] : ['section', 'login'];
    const outside = ['notFound', ...without];
    expect([...kinds].filter(Boolean).sort()).toEqual(expected.filter((kind) => !outside.includes(kind)).sort());
  });

  it('link only to pages that exist', () => {
    const all = pagesOf[name] ?? new Map();
    const brokenLinks = new Set<string>();
    for (const [path, model] of all) {
      for (const href of hrefs(model)) {
        if (href.startsWith('https://')) continue;
        const { pathname, search } = new URL(href, 'https://test.example');
        const match = parsePath(pathname, ['en']);
        const isThere = match && (PAGE_KINDS[match.kind].rendering !== 'prerendered' || all.has(pathname));
        if (!isThere || pageQuery(match, search) !== search) brokenLinks.add(`${path} -> ${href}`);
      }
    }
    expect([...brokenLinks]).toEqual([]);
  });

  it('offer filters if the upstream supports them', () => {
    const filtered = [...(pagesOf[name] ?? new Map())].filter(([, model]) =>
      [...hrefs(model)].some((href) => href.includes('?status=finished')),
    );
    const kinds = new Set(filtered.map(([path]) => parsePath(path, ['en'])?.kind));
    expect([...kinds].sort()).toEqual(name === 'the embedded API' ? ['category', 'genre', 'tag'] : []);
  });

  it('can all be reached by a link from another page', async () => {
    const inFrame = await kindsInFrame();
    const all = pagesOf[name] ?? new Map();
    const linked = new Set([...all].flatMap(([path, model]) => [...hrefs(model)].filter((href) => href !== path)));
    const isReached = (path: string) => {
      const kind = parsePath(path, ['en'])?.kind ?? 'notFound';
      return linked.has(path) || inFrame.has(kind) || REACHED_OTHERWISE.includes(kind);
    };
    expect([...all.keys()].filter((path) => !isReached(path))).toEqual([]);
  });
});
