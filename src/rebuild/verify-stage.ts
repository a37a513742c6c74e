import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public.ts';
import { EXIT, LecternError } from '#src/lib/errors.ts';
import { aliasKey, type Release } from '#src/release/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths, ROUTES } from '#src/routes/paths.ts';
import { linksOf } from './internal-links.ts';

/** The release is not fit to go live: exit code 4. */
export class VerificationError extends LecternError {
  constructor(findings: readonly string[]) {
    const list = findings.map((finding) => `  - ${finding}`).join('\n');
    super('VERIFICATION', `The release was refused, the live one stays:\n${list}`, { exitCode: EXIT.verification });
  }
}

/** Pages whose links are followed. */
const SAMPLE = 200;
const LEAST_SHARE = 0.5;
const MOST_FINDINGS = 20;

interface Verification {
  readonly release: Release;
  readonly brand: PublicBrand;
  /** Undefined where there is none. */
  readonly live: Release | undefined;
  /** Why a much smaller release is right this time. */
  readonly accept: string | undefined;
  /** Paths whose links are followed besides a sample of all, as many. */
  readonly also: Iterable<string>;
  /** What is wrong already. */
  readonly faults: readonly string[];
}

/** @throws VerificationError naming what is wrong */
export function verifyStage(check: Verification): void {
  const findings = [...check.faults, ...countFindings(check), ...linkFindings(check)];
  if (findings.length > 0) throw new VerificationError(findings.slice(0, MOST_FINDINGS));
}

function countFindings({ release, brand, live, accept }: Verification): string[] {
  if (release.info.pages === 0) return ['it has no page'];
  if (live === undefined || accept !== undefined) return [];
  return brand.locales.flatMap((code) => {
    const [pages, before] = [ownPages(release, brand, code), ownPages(live, brand, code)];
    if (pages >= before * LEAST_SHARE) return [];
    const where = brand.locales.length > 1 ? ` in the locale ${code}` : '';
    return [`it has ${pages} pages${where}, the live one ${before}. If that is right, say why: --accept REASON`];
  });
}

/** Pages of a locale that only a release answers. Of books, what it lacks is rendered on request: fewer are no loss. */
function ownPages(release: Release, { locales }: PublicBrand, code: PublicBrand['locales'][number]): number {
  const homes = locales.map((other) => createPaths(other).home());
  const home = createPaths(code).home();
  const below = (other: string) => release.count(`${other}/`);
  const prefixed = homes.filter((other) => other !== '/');
  const all = home === '/' ? prefixed.reduce((left, other) => left - below(other), release.info.pages) : below(home);
  return createPaths(code)
    .bookPages()
    .reduce((left, prefix) => left - release.count(prefix), all);
}

function linkFindings({ release, brand, also }: Verification): string[] {
  const findings: string[] = [];
  const paths = [...sample(release), ...Iterator.from(also).take(SAMPLE)];
  // What stands around every page leads to the same places.
  const resolving = new Map<string, boolean>();
  const leads = (path: string) => {
    const known = resolving.get(path) ?? resolves(path, release, brand);
    resolving.set(path, known);
    return known;
  };
  for (const page of paths.flatMap((path) => release.page(path) ?? [])) {
    const html = readFileSync(join(release.folder, 'site', page.file), 'utf8');
    const dead = linksOf(html, page.path, brand.origin).filter((path) => !leads(path));
    findings.push(...dead.map((path) => `${page.path} links to ${path}, which leads nowhere`));
    if (findings.length >= MOST_FINDINGS) break;
  }
  return findings;
}

/** Pages evenly spread over all of them by path, so that every kind is among them; the same ones each time. */
const sample = (release: Release) => release.everyNth(Math.max(1, Math.ceil(release.info.pages / SAMPLE)));

/** Whether the site answers the path with something: a page, a file, a redirect to a page, or rendering on request. */
function resolves(path: string, release: Release, brand: PublicBrand): boolean {
  if (release.page(path) || release.hasAsset(path) || path.startsWith(`${brand.apiPrefix}/`)) return true;
  const match = parsePath(path, brand.locales);
  if (!match) return false;
  if (ROUTES[match.kind] !== 'release') return true;
  return (
    match.page === 1 &&
    match.identities.some((identity) => release.alias(aliasKey(match.locale, identity)) !== undefined)
  );
}
