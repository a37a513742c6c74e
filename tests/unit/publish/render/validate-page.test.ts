import { describe, expect, it } from 'vitest';
import { pageProblem } from '#src/publish/render/validate-page.ts';

const GOOD = '<!doctype html><html><title>Hi</title><body><h1>Hello</h1></body></html>\n';
const bytes = (text: string) => new TextEncoder().encode(text);

describe('pageProblem', () => {
  it.each([
    ['a page', '/genres', 200, GOOD],
    ['the not-found page with its status', '/404', 404, GOOD],
    ['another language’s error page', '/es/500', 500, GOOD],
    ['an error page with status 200', '/400', 200, GOOD],
  ])('accepts %s', (_, path, status, html) => {
    expect(pageProblem(path, status, bytes(html))).toBeUndefined();
  });

  it.each([
    ['a page that is not found', '/genres', 404, GOOD, /status 404/],
    ['a redirect', '/404', 302, GOOD, /status 302/],
    ['an empty page', '/genres', 200, '', /empty/],
    ['a page without heading', '/genres', 200, '<html></html>', /<h1>/],
    ['a page without title', '/genres', 200, GOOD.replace(/<title>.*<.title>/, ''), /<title>/],
    ['a page with an empty title', '/genres', 200, GOOD.replace('Hi', ''), /<title>/],
    ['a truncated page', '/genres', 200, `${GOOD.trim()}<p>and more of it than there should be`, /end with/],
  ])('reports %s', (_, path, status, html, problem) => {
    expect(pageProblem(path, status, bytes(html))).toMatch(problem);
  });
});
