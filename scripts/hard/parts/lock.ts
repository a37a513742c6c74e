import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { createTimes, createVerdicts, p99, problemOf, problemOfPage } from '../figures.ts';
import { after, steadily } from '../load.ts';
import type { Part } from '../part.ts';
import type { HardSite } from '../site.ts';

const PER_SECOND = 30;
const LIMIT_MS = 100;
const HEALTH_LIMIT_MS = 100;
const ATTEMPTS = 60;
const PAUSE_MS = 500;

/** Holds the write lock of the visitors' database in another process. Only calls that write may be affected. */
export const lockPart: Part = {
  name: 'lock',
  about:
    'another process locks visitors.db for writing: pages and health checks work, writes succeed or get 503 with Retry-After',
  unit: 'seconds',
  full: 6,
  quick: 1,
  async run({ size, slack, site }) {
    const running = await site();
    const { attacked, other } = running;
    const verdicts = createVerdicts();
    const [pages, health, others, writes] = [createTimes(), createTimes(), createTimes(), createTimes()];
    const questions = [
      ['a page', attacked.host, attacked.pages, pages],
      ['health', attacked.host, ['/healthz'], health],
      ['a page of another brand', other.host, other.pages, others],
    ] as const;
    using lock = holdLock(running.state);
    await steadily(PER_SECOND, after(size), async (n) => {
      const [what, host, paths, times] = questions[n % questions.length] ?? questions[0];
      const answer = await running.ask(host, paths[n % paths.length] ?? '/');
      times.add(answer.ms);
      verdicts.judge(what, what === 'health' ? problemOf(answer) : problemOfPage(answer));
      if (n % questions.length > 0) return;
      const written = await register(running);
      writes.add(written.ms);
      // Status 429 is accepted too, because the number of new devices per address is limited.
      verdicts.judge('a write', problemOf(written, [200, 429]));
    });
    lock.release();
    verdicts.judge('a write afterwards', await writesAgain(running));
    return {
      rows: [
        p99('pages of the brand', pages, LIMIT_MS * slack),
        p99('pages of another brand', others, LIMIT_MS * slack),
        p99('health', health, HEALTH_LIMIT_MS * slack),
        p99('writes', writes),
      ],
      findings: verdicts.findings,
    };
  },
};

/** Checks that a call can write again. Retries, because the API may be busy. */
async function writesAgain(site: HardSite): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const { status } = await register(site);
    if (status === 200) return undefined;
    if (attempt === ATTEMPTS) return `status ${status}`;
    await wait(PAUSE_MS);
  }
}

function holdLock(state: string) {
  const database = new DatabaseSync(join(state, 'api/visitors.db'));
  database.exec('BEGIN IMMEDIATE');
  const release = () => {
    if (database.isTransaction) database.exec('ROLLBACK');
  };
  return {
    release,
    [Symbol.dispose]() {
      release();
      database.close();
    },
  };
}

/** Makes a call that writes, each time from a new device. */
const register = ({ ask, attacked }: HardSite) =>
  ask(attacked.host, `${attacked.apiPrefix}/v1/device.register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'device-uuid': `device-${randomUUID()}` },
    body: '{"platform":"other","section":7,"lang":"en-us"}',
  });
