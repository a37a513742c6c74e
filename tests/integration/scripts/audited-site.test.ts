import { expect, it } from 'vitest';
import { audit } from '../../../src/operate/audit/audit.ts';
import { createSiteClient } from '../../../src/operate/audit/site-client.ts';
import { startRealSite } from '../../helpers/real-site.ts';
import { smallBook, startSmallApi } from '../../helpers/small-api.ts';

const BOOKS = 60;

it("the audit finds no faults on a brand's running site", async () => {
  const api = await startSmallApi(BOOKS);
  // Each book has a different text, because the audit reports duplicate pages.
  await api.write(async (writer) => {
    for (let number = 0; number < BOOKS; number += 1) {
      const book = smallBook(number);
      const chapters = book.chapters.map((chapter) => ({ ...chapter, html: `<p>Text ${number}.</p>` }));
      await writer.putBook({ ...smallBook(number, { chapters }) });
    }
  });
  await using ending = new AsyncDisposableStack();
  ending.defer(() => api.close());
  const site = await startRealSite(api, { prerender: { books: 3 } });
  ending.defer(() => site.close());
  const { url } = site;
  const { hosts, locales } = site.brand;
  const client = createSiteClient(url, hosts[0] ?? '');
  ending.defer(() => client.close());
  const options = {
    client,
    url,
    hosts,
    locales,
    most: 10_000,
    maxHtmlPages: 2,
    skip: ['accessibility'] as const,
    tell() {},
  };
  const { pages, findings } = await audit(options);
  expect(findings).toEqual([]);
  expect(pages).toBeGreaterThan(2 * BOOKS);
});
