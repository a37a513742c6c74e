import { expect, test } from '@playwright/test';
import { checkAccessibility } from '../../src/operate/audit/checks/accessibility.ts';
import { HOST, ORIGIN, page } from '../helpers/crawled-site.ts';
import { startScriptedServer } from '../helpers/scripted-server.ts';

test('the audit reports the page and the brand of each accessibility problem', async () => {
  const pages = { '/': page('/', '<p>Text.</p>'), '/genres': page('/genres', '<img src="/a.png">') };
  const site = await startScriptedServer((response, { path, headers }) => {
    const page = headers.host?.startsWith(`${HOST}:`) ? Object.entries(pages).find(([at]) => at === path) : undefined;
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html' }).end(page?.[1].body);
  });
  try {
    const findings = await checkAccessibility({ url: site.origin, origin: ORIGIN, paths: Object.keys(pages) });
    expect(findings).toEqual([
      { kind: 'accessibility', url: `${ORIGIN}/genres`, message: expect.stringContaining('image-alt') },
    ]);
  } finally {
    await site.close();
  }
});
