import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '#src/renderer/index.ts';
import { testBrand } from '../../helpers/memory-source.ts';

/** A bundle of the right form whose pages say what they were given. */
const ENTRY = `
export const app = {
  async render(request, { locals }) {
    const { pathname, origin } = new URL(request.url);
    if (pathname === '/throws') throw new Error('no such column');
    if (pathname === '/ends') process.exit(7);
    return new Response(JSON.stringify({ pathname, origin, brand: locals.brand.id, model: locals.model }));
  },
};`;

let folder: string;
let renderer: Renderer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-renderer-'));
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'server/entry.mjs'), ENTRY);
});
afterEach(() => renderer.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = (html: Uint8Array) => JSON.parse(new TextDecoder().decode(html));

it("renders pages on the brand's own origin with the model handed on", async () => {
  renderer = await createRenderer({ folder }, { threads: 2 });
  const pages = await Promise.all(
    Array.from({ length: 50 }, (_none, n) => renderer.render({ brand: testBrand, path: `/genres/${n}`, model: { n } })),
  );
  expect(pages.map(({ html }) => text(html))).toEqual(
    Array.from({ length: 50 }, (_none, n) => ({
      ...{ pathname: `/genres/${n}`, origin: testBrand.origin, brand: 'test', model: { n } },
    })),
  );
});

it('names the page that could not be rendered and goes on with the others', async () => {
  renderer = await createRenderer({ folder }, { threads: 1 });
  const failing = renderer.render({ brand: testBrand, path: '/throws', model: null });
  await expect(failing).rejects.toMatchObject({
    code: 'RENDER',
    message: expect.stringMatching(/\/throws .*no such column/s),
  });
  const page = await renderer.render({ brand: testBrand, path: '/fine', model: 1 });
  expect(page.status).toBe(200);
});

it('fails what a thread had under way when it ends', async () => {
  renderer = await createRenderer({ folder }, { threads: 1 });
  const ending = renderer.render({ brand: testBrand, path: '/ends', model: null });
  await expect(ending).rejects.toMatchObject({ code: 'RENDER', message: expect.stringContaining('/ends') });
});

it('fails what a thread that has ended is given', async () => {
  renderer = await createRenderer({ folder }, { threads: 1 });
  await renderer.render({ brand: testBrand, path: '/ends', model: null }).catch(() => undefined);
  const late = renderer.render({ brand: testBrand, path: '/late', model: null });
  await expect(late).rejects.toMatchObject({ code: 'RENDER', message: expect.stringContaining('/late') });
});

it('says why a bundle cannot be loaded', async () => {
  renderer = await createRenderer({ folder }, { threads: 1 });
  await expect(createRenderer({ folder: join(folder, 'nothing') }, { threads: 1 })).rejects.toThrow(/entry\.mjs/);
});
