import { describe, expect, it } from 'vitest';
import { hybridModel, listModel, onDemandModel, prerenderedModel } from '#src/pages/_load.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Loaded, OnDemandView, PrerenderedView } from '#src/shell/page/view.ts';
import { testSite } from '../../helpers/memory-source.ts';

const url = new URL('https://www.test.example/author/1/Ann');
const astro = (more: Partial<App.Locals> = {}): { url: URL; locals: App.Locals } => ({
  url,
  locals: {
    path: url.pathname,
    site: testSite(),
    match: parsePath(url.pathname, ['en']),
    t: (key) => key,
    upstream: { call: () => Promise.reject(new Error('nobody is to be asked')), lacks: () => false },
    ...more,
  },
});
const view = (loaded: Loaded<string>): OnDemandView<string> => ({ kind: 'author', load: async () => loaded });

async function answerTo(loaded: Loaded<string>): Promise<[number, string | null]> {
  const result = await onDemandModel(astro(), view(loaded));
  if (!(result instanceof Response)) throw new Error('no answer');
  expect(result.headers.get('Cache-Control')).toBe('no-store');
  // Otherwise Astro would render its own page.
  expect(result.headers.get('X-Astro-Reroute')).toBe('no');
  return [result.status, result.headers.get('Location')];
}

describe('onDemandModel', () => {
  it('returns the model of an existing page', async () => {
    expect(await onDemandModel(astro(), view({ status: 'ok', model: 'model' }))).toBe('model');
  });

  it('responds to each result as documented in docs/develop/routes.md', async () => {
    const failed = { status: 'failed', message: 'x' } as const;
    expect(await answerTo({ status: 'missing' })).toEqual([404, null]);
    expect(await answerTo({ status: 'gone', httpStatus: 451 })).toEqual([451, null]);
    expect(await answerTo({ status: 'redirect', to: '/a', permanent: true })).toEqual([308, '/a']);
    expect(await answerTo({ status: 'redirect', to: '/a', permanent: false })).toEqual([302, '/a']);
    expect(await answerTo({ ...failed, httpStatus: 400 })).toEqual([302, '/400']);
    for (const httpStatus of [0, 401, 429, 500, 503])
      expect(await answerTo({ ...failed, httpStatus })).toEqual([503, null]);
  });

  it('returns 404 if the URL belongs to a different kind of page', async () => {
    const other = await onDemandModel(
      astro({ match: parsePath('/genres', ['en']) }),
      view({ status: 'ok', model: 'x' }),
    );
    expect(other).toMatchObject({ status: 404 });
  });
});

describe('prerenderedModel', () => {
  it('returns the model that the rebuild has computed', () => {
    const never: PrerenderedView<string> = { kind: 'genres', paths: () => [], load: () => ({ status: 'missing' }) };
    expect(prerenderedModel(astro({ model: 'computed' }), never)).toBe('computed');
  });
});

/** Two views whose models show which view was used. */
const inRelease: PrerenderedView<string> = {
  kind: 'author',
  paths: () => [],
  load: () => ({ status: 'ok', model: 'read' }),
};
const onRequest: OnDemandView<string> = {
  kind: 'author',
  load: async () => ({ status: 'ok', model: 'asked for' }),
  sample: () => 'sample',
};

describe('hybridModel', () => {
  const result = (more: Partial<App.Locals>, view = onRequest) => hybridModel(astro(more), inRelease, view);

  it('returns the model that the rebuild has computed, even if there is an upstream', async () => {
    expect(await result({ model: 'computed' })).toBe('computed');
    expect(await result({ model: 'computed', upstreamOrigin: 'https://upstream.test' })).toBe('computed');
  });

  it('loads the model from the upstream for a page rendered on request', async () => {
    expect(await result({ upstreamOrigin: 'https://upstream.test' })).toBe('asked for');
  });

  it('returns the sample model if it is requested and the kind of page has a sample model', async () => {
    expect(await result({ sample: true, model: 'computed' })).toBe('sample');
    const { sample: _sample, ...without } = onRequest;
    expect(await result({ sample: true, model: 'computed' }, without)).toBe('computed');
  });
});

describe('listModel', () => {
  const result = (address: string, more: Partial<App.Locals> = {}) => {
    const list = new URL(address, url);
    const locals = { ...astro({ match: parsePath(list.pathname, ['en']), model: 'computed', ...more }).locals };
    return listModel({ url: list, locals }, { ...inRelease, kind: 'tag' }, { ...onRequest, kind: 'tag' });
  };

  it('loads the model on request only if the query contains filters', async () => {
    expect(await result('/tags/1/slow?status=finished')).toBe('asked for');
    expect(await result('/tags/1/slow')).toBe('computed');
    expect(await result('/tags/1/slow?status=lost&utm_source=x')).toBe('computed');
  });

  it('returns the prerendered model if no route matches the URL', async () => {
    expect(await result('/tags/1/slow?status=finished', { match: undefined })).toBe('computed');
  });
});
