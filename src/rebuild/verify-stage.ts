import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { aliasKey, type Release } from '#src/release/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths, ROUTES } from '#src/routes/paths.ts';
import { VerificationError } from './errors.ts';
import { internalLinks } from './internal-links.ts';

/** Number of pages whose links are followed. */
const SAMPLE = 200;
/** A locale may have no smaller share of the live release's pages. */
const MIN_SHARE = 0.5;
const MAX_FINDINGS = 20;

interface Verification {
  readonly release: Release;
  readonly brand: PublicBrand;
  /** Undefined where there is none. */
  readonly live: Release | undefined;
  /** Why a much smaller release is right this time. */
  readonly accept: string | undefined;
  /** Paths whose links are followed besides the sample; of these at most as many. */
  readonly alsoCheck: Iterable<string>;
  /** What was found wrong while rendering. */
  readonly problems: readonly string[];
}

/** @throws VerificationError naming what is wrong */
export function verifyStage(check: Verification): void {
  const findings = [...check.problems, ...countFindings(check), ...linkFindings(check)];
  if (findings.length > 0) throw new VerificationError(findings.slice(0, MAX_FINDINGS));
}

function countFindings({ release, brand, live, accept }: Verification): string[] {
  if (release.info.pages === 0) return ['it has no page'];
  if (live === undefined || accept !== undefined) return [];
  return brand.locales.flatMap((code) => {
    const [pages, before] = [ownPages(release, brand, code), ownPages(live, brand, code)];
    if (pages >= before * MIN_SHARE) return [];
    const where = brand.locales.length > 1 ? ` in the locale ${code}` : '';
    return [`it has ${pages} pages${where}, the live one ${before}. If that is right, say why: --accept REASON`];
  });
}

/** Number of a locale's pages without book pages, because book pages that a release lacks are rendered on request. */
function ownPages(release: Release, { locales }: PublicBrand, code: PublicBrand['locales'][number]): number {
  const homes = locales.map((other) => createPaths(other).home());
  const home = createPaths(code).home();
  const below = (other: string) => release.countPages(`${other}/`);
  const prefixed = homes.filter((other) => other !== '/');
  const all = home === '/' ? prefixed.reduce((left, other) => left - below(other), release.info.pages) : below(home);
  return createPaths(code)
    .bookPages()
    .reduce((left, prefix) => left - release.countPages(prefix), all);
}

function linkFindings({ release, brand, alsoCheck }: Verification): string[] {
  const findings: string[] = [];
  const paths = [...sample(release), ...Iterator.from(alsoCheck).take(SAMPLE)];
  // Header and footer have the same links on every page.
  const cache = new Map<string, boolean>();
  const isAnswered = (path: string) => {
    const answered = cache.get(path) ?? resolves(path, release, brand);
    cache.set(path, answered);
    return answered;
  };
  for (const page of paths.flatMap((path) => release.page(path) ?? [])) {
    const html = readFileSync(join(release.folder, 'site', page.file), 'utf8');
    const dead = internalLinks(html, page.path, brand.origin).filter((path) => !isAnswered(path));
    findings.push(...dead.map((path) => `${page.path} links to ${path}, which leads nowhere`));
    if (findings.length >= MAX_FINDINGS) break;
  }
  return findings;
}

/** Paths evenly spread over all, so that every kind of page is among them; the same ones for the same release. */
const sample = (release: Release) => release.everyNthPath(Math.max(1, Math.ceil(release.info.pages / SAMPLE)));

/** Whether the site answers the path: with a page, a file, a redirect to a page, or by rendering on request. */
function resolves(path: string, release: Release, brand: PublicBrand): boolean {
  if (release.page(path) || release.hasAsset(path) || path.startsWith(`${brand.apiPrefix}/`)) return true;
  const match = parsePath(path, brand.locales);
  if (!match) return false;
  if (ROUTES[match.kind] !== 'prerendered') return true;
  return (
    match.page === 1 && match.aliases.some((identity) => release.alias(aliasKey(match.locale, identity)) !== undefined)
  );
}
