import robotsParser from 'robots-parser';
import type { SiteClient } from './site-client.ts';
import type { Finding } from './types.ts';

export interface RobotsRules {
  readonly findings: readonly Finding[];
  /** Absolute URLs. */
  readonly sitemaps: readonly string[];
  isAllowed(path: string): boolean;
}

const AGENT = 'Googlebot';

/** Reads the robots.txt of a site (RFC 9309). */
export async function readRobots(client: SiteClient, origin: string): Promise<RobotsRules> {
  const url = `${origin}/robots.txt`;
  const finding = (message: string): Finding => ({ kind: 'robots', url, message });
  const { status, headers, text } = await client.get('/robots.txt');
  if (status !== 200)
    return { findings: [finding(`robots.txt responds with status ${status}.`)], sitemaps: [], isAllowed: () => true };
  const rules = robotsParser(url, text);
  const sitemaps = rules.getSitemaps();
  const findings = [
    ...(/^text\/plain\b/.test(String(headers['content-type'])) ? [] : [finding('robots.txt is not text/plain.')]),
    ...(sitemaps.length === 0 ? [finding('robots.txt names no sitemap.')] : []),
    ...(rules.isAllowed(`${origin}/`, AGENT) === false ? [finding('robots.txt forbids the home page.')] : []),
  ];
  return { findings, sitemaps, isAllowed: (path) => rules.isAllowed(origin + path, AGENT) !== false };
}
