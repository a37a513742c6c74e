import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { ensureBundle, type LoadedSite, loadSite } from '#src/publish/bundle/index.ts';
import { createLegalNotices } from '#src/serve/files/legal-notice.ts';
import { createContent } from '#src/serve/http/representation.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';
import { bundledBrands, renderPage } from './brand-pages.ts';

let state: TestState;
let site: LoadedSite;
beforeAll(async () => {
  state = await testState();
  site = await loadSite(
    await ensureBundle({ root: join(import.meta.dirname, '../../..'), state: state.folder, log: silentLog }),
  );
});
afterAll(() => state.remove());

describe('the not-found page of a real brand', () => {
  it('has the texts that the page of a taken-down book replaces', async () => {
    const [first] = await bundledBrands();
    if (!first) throw new Error('There is no brand.');
    const source = createContent(Buffer.from(await renderPage(site, first.brand, 'notFound')), 'text/html', 'e');
    const content = createLegalNotices().content(source, { page: { path: '/404' }, reason: 'Order 7' }, first.brand);
    const html = Buffer.from((await content.bytes('identity')) ?? '').toString();
    expect(html).toMatch(/<h1[^>]*>This book is not available<\/h1>/);
    expect(html).toContain('<p dir="auto">Reason given: Order 7</p>');
    expect(html).toMatch(/<title>This book is not available \| /);
    expect(html).not.toContain('could not be found');
  });
});
