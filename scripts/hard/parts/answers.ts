import fc from 'fast-check';
import { rowWithoutPeer } from '../../bench/report.ts';
import { codeIn } from '../code-in-page.ts';
import { createVerdicts, problemOf } from '../figures.ts';
import { leakIn } from '../leaks.ts';
import type { Part } from '../part.ts';
import { type HardSite, requestUntilOk, showBook } from '../site.ts';

/** Generates values that replace correct ones. */
const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    0,
    -1,
    1e308,
    [],
    {},
    [[]],
    'x'.repeat(5000),
    '<script>alert(1)</script>',
    '\u202e',
  ),
  fc.constantFrom<unknown>(
    '__proto__',
    'javascript:alert(1)',
    '//evil.example',
    '2026-99-99T00:00:00Z',
    '%00',
    '\ud800',
  ),
  fc.array(fc.constantFrom<unknown>(null, 0, '', {}), { maxLength: 4 }),
);

/** Generates the values to replace (as positions among all values of the response) and their replacements. */
const spoiling = fc.array(fc.tuple(fc.nat(), garbage), { minLength: 1, maxLength: 3 });

/**
 * Replaces some values of upstream responses with garbage. The page must still be rendered, redirect, or return 404,
 * 410 or 503, and must not run scripts from upstream data.
 */
export const answersPart: Part = {
  name: 'answers',
  about: 'upstream responses with garbage: the site returns a page, 404 or 503 without scripts, and keeps working',
  unit: 'times',
  full: 2000,
  quick: 24,
  async run({ size, seed, site }) {
    const running = await site();
    const verdicts = createVerdicts();
    const statuses = new Map<number, number>();
    try {
      for (const [n, changes] of fc.sample(spoiling, { numRuns: size, seed }).entries()) {
        running.upstream.rewrite(running.attacked.apiPrefix, (body) => spoil(body, changes));
        const path = pathOf(n, seed);
        const answer = await running.ask(running.attacked.host, path);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const problem = problemOf(answer, [200, 302, 308, 404, 410]) ?? leakIn(answer.text, running.attacked);
        verdicts.judge(`${path} with ${JSON.stringify(changes).slice(0, 200)}`, problem ?? scriptProblem(answer.text));
      }
    } finally {
      running.upstream.clearFaults();
    }
    if (!running.isAlive()) verdicts.judge('the end', 'a process of the site ended');
    verdicts.judge('afterwards', await waitForRecovery(running, seed));
    const rows = [...statuses].sort(([one], [other]) => one - other);
    return {
      rows: rows.map(([status, count]) => rowWithoutPeer(`pages with status ${status}`, count, 'times')),
      findings: verdicts.findings,
    };
  },
};

/** Path of the nth request: a new search or a book page, in turn. The site caches book pages whose data was correct. */
const pathOf = (n: number, seed: number) =>
  n % 2 === 0
    ? `/search/result/${['love', 'sea', 'king', 'star'][(n / 2) % 4]}%20${seed}%20${n}`
    : `/novel/${(n % 60) + 1}?chapters=newest`;

async function waitForRecovery(site: HardSite, seed: number): Promise<string | undefined> {
  for (const path of [`/search/result/well-again-${seed}`, showBook(site.attacked)]) {
    const { status } = await requestUntilOk(site, site.attacked.host, path);
    if (status !== 200) return `${path} stays ${status}`;
  }
  return undefined;
}

function scriptProblem(html: string): string | undefined {
  const found = codeIn(html);
  return found && `upstream data is in the page as code: ${found}`;
}

/** Replaces the values at some positions, counted over all values of the JSON in order. */
function spoil(body: string, changes: readonly (readonly [number, unknown])[]): string {
  let total = 0;
  try {
    JSON.parse(body, (_key, value) => {
      total += 1;
      return value;
    });
  } catch {
    return body;
  }
  const replacements = new Map(changes.map(([place, value]) => [place % total, value]));
  let place = -1;
  return JSON.stringify(
    JSON.parse(body, (_key, value) => {
      place += 1;
      return replacements.has(place) ? replacements.get(place) : value;
    }),
  );
}
