import { describe, expect, it } from 'vitest';
import { isFromOwnSite } from '#src/serve/http/own-site.ts';
import type { ParsedRequest } from '#src/serve/http/parse-request.ts';
import { parsedRequest } from '../parsed-request.ts';

const brand = { id: 'ash', hosts: ['ash.test', 'ash.example'] };
const isOwn = (request: Partial<ParsedRequest>) =>
  isFromOwnSite(parsedRequest('/ash_api/v1/x', { method: 'POST', ...request }), brand);

describe('a request that may change data', () => {
  it.each<Partial<ParsedRequest>>([
    {},
    { origin: 'https://ash.test', fetchSite: 'same-origin' },
    { origin: 'http://ash.localhost:4321' },
    { origin: 'https://ash.example', fetchSite: 'cross-site' },
    { origin: 'http://192.168.1.4:4321', host: '192.168.1.4:4321' },
    { origin: 'null', fetchSite: 'same-origin' },
    { fetchSite: 'same-origin' },
  ])('is accepted from the site itself, and from programs other than browsers: %j', (request) => {
    expect(isOwn(request)).toBe(true);
  });

  it.each<Partial<ParsedRequest>>([
    { origin: 'https://oak.test' },
    { origin: 'https://ash.test.evil.example', fetchSite: 'cross-site' },
    { origin: 'https://evil-ash.test', fetchSite: 'same-site' },
    { origin: 'https://evil.example', fetchSite: 'same-origin' },
    { origin: 'https://evil.example/ash.test' },
    { origin: 'chrome-extension://ash.test' },
    { origin: 'https://ash.test, https://evil.example' },
    { origin: '' },
    { origin: 'null' },
    { origin: 'null', fetchSite: 'cross-site' },
    { fetchSite: 'cross-site' },
    { fetchSite: 'same-site' },
    { fetchSite: 'none' },
    { method: 'DELETE', fetchSite: 'cross-site' },
    { method: 'OPTIONS', origin: 'https://evil.example' },
  ])('is rejected from a different site: %j', (request) => {
    expect(isOwn(request)).toBe(false);
  });
});

it('a read request is accepted from any site', () => {
  for (const method of ['GET', 'HEAD']) expect(isOwn({ method, origin: 'https://evil.example' })).toBe(true);
});
