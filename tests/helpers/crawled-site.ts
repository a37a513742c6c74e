import type { AuditOptions, AuditResult } from '../../src/operate/audit/audit.ts';
import { audit } from '../../src/operate/audit/audit.ts';
import { createSiteClient } from '../../src/operate/audit/site-client.ts';
import { startScriptedServer } from './scripted-server.ts';

export const HOST = 'www.made-up.example';
export const ORIGIN = `https://${HOST}`;

/** A response of a fake site. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Responses by path and query. A function is called for each request and returns the response. */
export type Answers = Readonly<Record<string, Answer | (() => Answer)>>;

interface Head {
  readonly title?: string;
  readonly description?: string;
  readonly canonical?: string;
  /** HTML of additional elements in the page's head. */
  readonly more?: string;
}

/** Returns a page for which an audit has no findings. */
export function page(path: string, main: string, head: Head = {}): Answer {
  const { title = `Page ${path}`, description = `What is at ${path}.`, canonical = ORIGIN + path, more = '' } = head;
  return {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: `<!DOCTYPE html>
<html lang="en-US">
<head><meta charset="utf-8"><title>${title}</title><meta name="description" content="${description}">
<link rel="canonical" href="${canonical}">${more}</head>
<body><main><h1>${path}</h1>${main}</main></body>
</html>`,
  };
}

export const link = (href: string) => `<p><a href="${href}">to ${href}</a></p>`;

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const XML = { 'Content-Type': 'application/xml' };

/**
 * Returns a sitemap.
 * @param pages additional XML elements by path of the page
 */
export const sitemap = (pages: Readonly<Record<string, string>>): Answer => ({
  headers: XML,
  body: `<?xml version="1.0" encoding="UTF-8"?><urlset ${XMLNS}>${Object.entries(pages)
    .map(([path, more]) => `<url><loc>${ORIGIN}${path}</loc>${more}</url>`)
    .join('')}</urlset>`,
});

/** A valid site: three pages, robots.txt, a style sheet and sitemaps. */
const CLEAN: Answers = {
  '/': page('/', link('/genres'), { more: '<link rel="stylesheet" href="/site.css">' }),
  '/genres': page('/genres', link('/genres/1/Romance') + link('/')),
  '/genres/1/Romance': page('/genres/1/Romance', link('/')),
  '/site.css': { headers: { 'Content-Type': 'text/css' }, body: 'p{margin:0}' },
  '/robots.txt': {
    headers: { 'Content-Type': 'text/plain' },
    body: `User-agent: *\nDisallow: /*?order=\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  },
  '/sitemap.xml': {
    headers: XML,
    body: `<?xml version="1.0" encoding="UTF-8"?><sitemapindex ${XMLNS}><sitemap><loc>${ORIGIN}/sitemap-1.xml</loc><lastmod>2026-05-01</lastmod></sitemap></sitemapindex>`,
  },
  '/sitemap-1.xml': sitemap({ '/': '', '/genres': '<lastmod>2026-05-01</lastmod>', '/genres/1/Romance': '' }),
};

/** Audits a fake site, which is the valid site with added or replaced responses. */
export async function auditSite(change: Answers = {}, options: Partial<AuditOptions> = {}): Promise<AuditResult> {
  const answers = { ...CLEAN, ...change };
  const site = await startScriptedServer((response, { path, query, headers }) => {
    const search = new URLSearchParams(query).toString();
    const { host = '' } = headers;
    const answer = host === HOST ? answers[path + (search && `?${search}`)] : answers[`//${host}`];
    const result = typeof answer === 'function' ? answer() : answer;
    const { status = result ? 200 : 404, headers: responseHeaders = {}, body = '' } = result ?? {};
    response.writeHead(status, responseHeaders).end(body);
  });
  const client = createSiteClient(site.origin, HOST);
  try {
    return await audit({
      client,
      url: site.origin,
      hosts: [HOST],
      locales: ['en'],
      siblings: [{ id: 'sibling', origin: 'https://www.sibling.example', locales: ['en'] }],
      most: 100,
      maxHtmlPages: 100,
      skip: ['accessibility'],
      tell: () => {},
      ...options,
    });
  } finally {
    await client.close();
    await site.close();
  }
}
