import fc from 'fast-check';
import { rowWithoutPeer } from '../../bench/report.ts';
import { leakIn } from '../leaks.ts';
import { inParallel } from '../load.ts';
import type { Part } from '../part.ts';
import { exchange } from '../raw.ts';
import { type OddRequest, oddRequests } from '../requests.ts';
import { requestUntilOk, showBook } from '../site.ts';

const WIDTH = 128;
/** Number of requests that are generated at a time, so that a million of them do not fill the memory. */
const BLOCK = 2000;
/** Time limit for the response to a complete request on a busy machine, in ms. */
const RESPONSE_LIMIT_MS = 30_000;
/** How long to wait for a response to an incomplete request, in ms. The rest of the request is never sent. */
const WITHHELD_MS = 700;
const SHOWN_BYTES = 300;

/** Sends random and hostile requests. There must be no crash, no 5xx, no leak, and no 200 for invalid spellings. */
export const fuzzPart: Part = {
  name: 'fuzz',
  about:
    'unusual methods, URLs, headers, hosts, bodies and bytes: no crash, no 5xx, no leak, no 200 for non-canonical paths',
  unit: 'requests',
  full: 1_000_000,
  quick: 800,
  async run({ size, seed, site }) {
    const running = await site();
    const findings: string[] = [];
    const statuses = new Map<string, number>();
    const odd = oddRequests(running.attacked);
    for (let done = 0; done < size && running.isAlive(); done += BLOCK) {
      const numRuns = Math.min(BLOCK, size - done);
      const requests = fc.sample(odd, { numRuns, seed: seed + done });
      await inParallel(numRuns, WIDTH, async (n) => {
        const request = requests[n];
        if (!request) return;
        const answer = await exchange(running.port, request.bytes, request.isWhole ? RESPONSE_LIMIT_MS : WITHHELD_MS);
        const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 'none';
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const problem = problemOf(request, answer);
        if (problem !== undefined) findings.push(`${problem}; sent ${shown(request.bytes)}`);
      });
    }
    if (!running.isAlive()) findings.push('a process of the site ended');
    const { status } = await running.ask(running.attacked.host, '/');
    if (status !== 200) findings.push(`the home page is ${status} afterwards`);
    const call = await requestUntilOk(running, running.attacked.host, showBook(running.attacked));
    if (call.status !== 200) findings.push(`a call is ${call.status} afterwards`);
    const sorted = [...statuses].sort(([one], [other]) => one.localeCompare(other));
    return {
      rows: sorted.map(([code, count]) => rowWithoutPeer(`responses with status ${code}`, count, 'requests')),
      findings,
    };
  },
};

const shown = (bytes: Buffer) => JSON.stringify(bytes.subarray(0, SHOWN_BYTES).toString('latin1'));

function problemOf({ brand, isRefused, isWhole }: OddRequest, answer: string): string | undefined {
  // If the bytes are not a complete request, there may be no response.
  if (answer === '') return isWhole ? 'no answer' : undefined;
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
  if (!status) return `a response that is not HTTP: ${JSON.stringify(answer.slice(0, 60))}`;
  if (status === 503 && !/^retry-after: \d/im.test(answer)) return '503 without Retry-After';
  if (status >= 500 && status !== 503) return `status ${status}`;
  if (isRefused && status === 200) return '200 for a non-canonical address';
  return leakIn(answer, brand);
}
