import { expect, it } from 'vitest';
import { robotsTxt } from '#src/shell/head/robots.ts';

const lines = robotsTxt({ origin: 'https://www.test.example', apiPrefix: '/test_api' }).split('\n');

/** Whether a crawler may fetch the URL: the longest matching rule wins (RFC 9309, 2.2.2). */
function isAllowed(address: string): boolean {
  const rules = lines.flatMap((line) => {
    const [, kind, pattern = ''] = /^(Allow|Disallow): (.+)$/.exec(line) ?? [];
    const matches = new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}`).test(address);
    return kind && matches ? [{ kind, length: pattern.length }] : [];
  });
  return rules.sort((a, b) => b.length - a.length)[0]?.kind !== 'Disallow';
}

it('robots.txt contains the URL of the sitemap at the host of the brand', () => {
  expect(lines).toContain('Sitemap: https://www.test.example/sitemap.xml');
});

it.each([
  '/',
  '/genres/1/Romance',
  '/genres/1/Romance?utm_source=mail',
  '/novel/3/Romance/Status-quo',
  '/book-reader/3/40',
  '/_astro/page.js',
  '/test_api/media/covers/1.webp',
])('robots.txt allows %s', (address) => {
  expect(isAllowed(address)).toBe(true);
});

it.each([
  '/novel/3/Romance/Tea?chapters=newest',
  '/genres/1/Romance?status=finished',
  '/genres/1/Romance?utm_source=mail&order=new',
  '/login?to=%2Fhistory',
  '/test_api/book/list',
])('robots.txt disallows %s', (address) => {
  expect(isAllowed(address)).toBe(false);
});
