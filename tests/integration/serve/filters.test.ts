import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

let server: RunningServer;
const rendered: string[] = [];

beforeAll(async () => {
  const site = {
    async render({ url }: Request) {
      const { pathname, search } = new URL(url);
      rendered.push(pathname + search);
      return new Response(html(`filtered ${search}`), { headers: { 'lectern-cache': 'max-age=60' } });
    },
  };
  server = await startServer([testBrand('ash')], { site });
  const pages = { '/category/Comedy': html('whole list'), '/ranking/hot/1/1': html('ranking') };
  await publish(server.state, 'ash', { pages, aliases: { 'en category:Comedy': '/category/Comedy' } });
});
afterAll(() => server.close());
beforeEach(() => rendered.splice(0));

const text = async (path: string) => (await server.ask('ash', path)).body.toString();

describe('a prerendered list', () => {
  it('is sent from a file if the query contains no filters', async () => {
    for (const query of ['', '?', '?utm_source=mail', '?status=lost', '?order=hot'])
      expect(await text(`/category/Comedy${query}`)).toBe(html('whole list'));
    expect(rendered).toEqual([]);
  });

  it('is rendered on request with filters, once for all spellings of the same filters', async () => {
    const filtered = html('filtered ?status=finished&length=long');
    expect(await text('/category/Comedy?length=long&status=finished&utm_source=mail')).toBe(filtered);
    expect(await text('/category/Comedy?status=finished&length=long')).toBe(filtered);
    expect(rendered).toEqual(['/category/Comedy?status=finished&length=long']);
  });

  it('returns 404 if it does not exist, even with filters', async () => {
    expect((await server.ask('ash', '/category/Nothing?status=finished')).status).toBe(404);
    expect(rendered).toEqual([]);
  });

  it('is always sent from a file if its kind has no filters', async () => {
    expect(await text('/ranking/hot/1/1?status=finished')).toBe(html('ranking'));
  });
});
