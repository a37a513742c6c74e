import { describe, expect, it } from 'vitest';
import { SPECULATION_RULES_FILE } from '#src/brand/speculation-rules.ts';
import { headersFile, MAX_LINE_CHARACTERS } from '#src/commands/static/headers-file.ts';

const POLICY = `default-src 'none';${Array.from({ length: 5 }, (_, at) => `'sha256-${String(at).repeat(43)}='`).join(' ')};img-src 'self'`;
const BRAND = { imageHosts: ['images.example.org', 'cdn.example.net'] };

interface Rule {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Reads the format that Cloudflare Pages and Netlify have in common. */
function parse(file: string): Rule[] {
  const rules: { path: string; headers: [string, string][] }[] = [];
  for (const line of file.split('\n')) {
    if (line === '') continue;
    const header = /^ {2}([A-Za-z-]+): (\S.*)$/.exec(line);
    if (header) rules.at(-1)?.headers.push([header[1] ?? '', header[2] ?? '']);
    else rules.push({ path: line, headers: [] });
  }
  return rules;
}

/** The headers of a path: those of all matching rules, in order. */
const headersOf = (path: string) =>
  parse(headersFile(POLICY, BRAND)).flatMap((rule) =>
    new RegExp(`^${rule.path.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&').replace('*', '.*')}$`).test(path)
      ? rule.headers
      : [],
  );
const headerOf = (path: string, name: string) => headersOf(path).filter(([header]) => header === name);

describe('the file _headers', () => {
  it('consists of paths and indented headers only, each path with at least one header', () => {
    const rules = parse(headersFile(POLICY, BRAND));
    expect(rules.every(({ path, headers }) => path.startsWith('/') && headers.length > 0)).toBe(true);
    expect(new Set(rules.map(({ path }) => path)).size).toBe(rules.length);
  });

  it('stays within the limits of Cloudflare Pages: 100 rules, lines of 2,000 characters, one splat at the end', () => {
    const file = headersFile(POLICY, BRAND);
    const rules = parse(file);
    expect(rules.length).toBeLessThanOrEqual(100);
    expect(Math.max(...file.split('\n').map((line) => line.length))).toBeLessThanOrEqual(MAX_LINE_CHARACTERS);
    for (const { path } of rules) expect(path).toMatch(/^[^*:]*\*?$/);
  });

  it.each(['/', '/novel/1/x', '/es/genres', '/_astro/a.js', '/_brand/b.css', SPECULATION_RULES_FILE.url])(
    'sets no header of %s by two rules, whose values the host would join',
    (path) => {
      const names = headersOf(path).map(([name]) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      expect(names).toContain('content-security-policy');
    },
  );

  it('caches only files with a hash in their names, and sets no header that hosts reserve', () => {
    expect(headerOf('/_astro/a.js', 'Cache-Control')).toEqual([
      ['Cache-Control', 'public, max-age=31536000, immutable'],
    ]);
    for (const path of ['/', '/novel/1', '/_astrology', '/robots.txt', '/feeds/new.rss'])
      expect([path, headerOf(path, 'Cache-Control')]).toEqual([path, []]);
    const reserved =
      /^(accept-ranges|age|allow|alt-svc|connection|content-(encoding|length|range)|date|location|server|set-cookie|trailer|transfer-encoding|upgrade)$/i;
    for (const { headers } of parse(headersFile(POLICY, BRAND)))
      expect(headers.filter(([name]) => reserved.test(name))).toEqual([]);
  });

  it('gives the speculation rules the media type that browsers require', () => {
    expect(headerOf(SPECULATION_RULES_FILE.url, 'Content-Type')).toEqual([
      ['Content-Type', 'application/speculationrules+json'],
    ]);
    expect(headerOf('/', 'Speculation-Rules')).toEqual([['Speculation-Rules', `"${SPECULATION_RULES_FILE.url}"`]]);
  });

  it('allows the image hosts of the brand, and reports violations to nobody', () => {
    const [[, policy] = ['', '']] = headerOf('/', 'Content-Security-Policy');
    expect(policy).toContain("img-src 'self' data: https://images.example.org https://cdn.example.net");
    expect(policy.match(/img-src/g)).toHaveLength(1);
    expect(policy).not.toContain('report-');
  });
});
