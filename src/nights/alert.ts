import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import type { NightHooks } from '#src/lib/config-nights.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';

/** A night that an operator has to know of. The command gets it on standard input, the webhook as its body, in JSON. */
export interface Alert {
  /** Its id. */
  readonly brand: string;
  /** `lost`: it ended without a word. `missing`: none began. */
  readonly outcome: 'failed' | 'refused' | 'lost' | 'missing';
  /** Null where no run told one. */
  readonly exitCode: number | null;
  /** The release that is live, null where there is none. */
  readonly release: string | null;
  /** When that was seen: ISO 8601, UTC. */
  readonly at: string;
  /** What happened, one sentence each. */
  readonly reasons: readonly string[];
}

interface Telling {
  readonly hooks: NightHooks;
  readonly log: Log;
  /** Sends a mail; what goes wrong is its own to log. */
  mail(to: string, subject: string, text: string): Promise<void>;
  /** Longest time of a hook, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/** Calls all hooks at once. One that fails is told in the log, and nothing else. */
export async function tell(alert: Alert, { hooks, log, mail, timeoutMs = TIMEOUT_MS }: Telling): Promise<void> {
  const { command, webhook, mail: to } = hooks;
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const reason = `nobody was told of the night by ${name}: ${messageOf(error)}`;
      log.error(reason, { brand: alert.brand, outcome: alert.outcome });
    }
  };
  await Promise.all([
    command && attempt('LECTERN_NIGHT_COMMAND', () => runCommand(command, alert, timeoutMs)),
    webhook && attempt('LECTERN_NIGHT_WEBHOOK', () => post(webhook, alert, timeoutMs)),
    to && attempt('LECTERN_NIGHT_MAIL', () => mail(to, subjectOf(alert), alertText(alert))),
  ]);
}

async function runCommand(command: string, alert: Alert, timeout: number): Promise<void> {
  const { brand, outcome } = alert;
  const child = spawn('/bin/sh', ['-c', command], {
    env: { ...process.env, LECTERN_NIGHT_BRAND: brand, LECTERN_NIGHT_OUTCOME: outcome },
    stdio: ['pipe', 'ignore', 'inherit'],
    timeout,
  });
  // A command that does not read its input may end before it was written.
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(alert)}\n`);
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(signal ? `it was ended by ${signal} (${timeout} ms)` : `its exit code is ${code}`);
}

/** Redirects are not followed: they could lead away from https. */
async function post(address: string, alert: Alert, timeoutMs: number): Promise<void> {
  const { statusCode, body } = await request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ ...alert, text: alertText(alert) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await body.dump();
  if (statusCode < 200 || statusCode > 299) throw new Error(`it answered ${statusCode}`);
}

const WHAT = {
  failed: 'failed',
  refused: 'was refused by the publish guard',
  lost: 'ended without a word',
  missing: 'is missing',
} as const;

const subjectOf = ({ brand, outcome }: Alert) => `The night of ${brand} ${WHAT[outcome]}`;

/** The alert for people: what happened, why, and what to do. */
function alertText(alert: Alert): string {
  const { brand, release, at, exitCode, reasons } = alert;
  return [
    `${subjectOf(alert)} (${at}${exitCode === null ? '' : `, exit code ${exitCode}`}).`,
    ...reasons.map((reason) => `- ${reason}`),
    release === null ? 'No release is live.' : `Release ${release} stays live.`,
    `See: npm run nights -- --brand ${brand}`,
  ].join('\n');
}
