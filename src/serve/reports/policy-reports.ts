import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Brand } from '#src/brand/registry.ts';
import type { Log } from '#src/lib/log.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { createSmallPosts, endPost, parseJsonBody } from './small-posts.ts';

/** Receives and logs Content-Security-Policy violation reports from browsers. */
export interface PolicyReports {
  /** Responds with 204, 400 to an invalid report, 413 above 16 KiB, or 429 to too many requests. */
  receive(brand: Brand, request: ParsedRequest, message: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * Maximum size of a request, and maximum requests per minute by brand and by network address: enough to notice a fault,
 * too few to fill a disk.
 */
const LIMITS = { bytes: 16 * 1024, ofBrand: 60, ofAddress: 20 };
/** Maximum number of reports per request. */
const MAX_REPORTS = 10;

export function createPolicyReports(log: Log): PolicyReports {
  const posts = createSmallPosts(LIMITS);
  return {
    async receive(brand, request, message, response) {
      const body = await posts.read(brand, request, message, response);
      if (body === undefined) return;
      const reports = parseJsonBody(Body, body);
      if (!reports) return endPost(response, 400);
      for (const report of reports.slice(0, MAX_REPORTS))
        log.warn('a page violated its content security policy', { brand: brand.id, ...describe(report, brand) });
      endPost(response, 204);
    },
  };
}

interface Report {
  readonly page: string;
  readonly directive: string;
  readonly blocked: string;
  readonly source: string;
}

const Text = v.fallback(v.string(), '');

/** The format that browsers use for `report-uri`: one report as `application/csp-report`. */
const OldReport = v.pipe(
  v.object({
    'csp-report': v.object({
      'document-uri': Text,
      'effective-directive': Text,
      'violated-directive': Text,
      'blocked-uri': Text,
      'source-file': Text,
    }),
  }),
  v.transform(({ 'csp-report': report }): Report[] => [
    {
      page: report['document-uri'],
      directive: report['effective-directive'] || report['violated-directive'],
      blocked: report['blocked-uri'],
      source: report['source-file'],
    },
  ]),
);

/** The format that browsers use for `report-to`: a list as `application/reports+json`. */
const Reports = v.array(
  v.pipe(
    v.object({
      type: v.literal('csp-violation'),
      body: v.object({ documentURL: Text, effectiveDirective: Text, blockedURL: Text, sourceFile: Text }),
    }),
    v.transform(
      ({ body }): Report => ({
        page: body.documentURL,
        directive: body.effectiveDirective,
        blocked: body.blockedURL,
        source: body.sourceFile,
      }),
    ),
  ),
);

const Body = v.union([OldReport, Reports]);

/**
 * Returns the parts of a report that may be logged. Omits queries, paths on other sites, and the secrets of shared
 * links.
 */
function describe({ page, directive, blocked, source }: Report, { locales }: Brand): Record<string, string> {
  const path = pathOf(page);
  return {
    path: parsePath(path, locales)?.kind === 'token' ? 'token' : path,
    directive: wordOf(directive),
    blocked: URL.canParse(blocked) ? originOf(blocked) : wordOf(blocked),
    source: pathOf(source),
  };
}

const MAX_LENGTH = 200;
const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname.slice(0, MAX_LENGTH) : '');
const wordOf = (text: string) => /^[a-z-]{1,40}/.exec(text)?.[0] ?? '';

function originOf(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}${host === '' ? '' : `//${host}`}`.slice(0, MAX_LENGTH);
}
