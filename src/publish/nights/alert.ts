import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import type { NightHooks } from '#src/config/nights.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';

/**
 * A nightly rebuild that needs an operator's attention. Sent as JSON to the command's standard input and in the
 * webhook's request body.
 */
export interface Alert {
  /** The brand's id. */
  readonly brand: string;
  /** `lost`: the process ended without recording a result. `missing`: no run started. */
  readonly outcome: 'failed' | 'refused' | 'lost' | 'missing';
  /** Exit code of the run; null if none was recorded. */
  readonly exitCode: number | null;
  /** The live release; null if there is none. */
  readonly release: string | null;
  /** Time when the problem was detected: ISO 8601, UTC. */
  readonly at: string;
  /** What happened, one sentence each. */
  readonly reasons: readonly string[];
}

interface Telling {
  readonly hooks: NightHooks;
  readonly log: Log;
  /** Sends an email. It logs its own failures. */
  mail(to: string, subject: string, text: string): Promise<void>;
  /** Timeout of a hook, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/** Sends the alert through all hooks at the same time. If a hook fails, the error is only logged. */
export async function tell(alert: Alert, { hooks, log, mail, timeoutMs = TIMEOUT_MS }: Telling): Promise<void> {
  const { command, webhook, mail: to } = hooks;
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      const reason = `the alert could not be sent by ${name}: ${messageOf(error)}`;
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
  // A command that does not read its input may exit before the input is written.
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(alert)}\n`);
  const [code, signal] = await once(child, 'exit');
  if (code !== 0)
    throw new Error(signal ? `it was killed by ${signal} (timeout ${timeout} ms)` : `it exited with code ${code}`);
}

/** Does not follow redirects, because they could lead away from HTTPS. */
async function post(address: string, alert: Alert, timeoutMs: number): Promise<void> {
  const { statusCode, body } = await request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ ...alert, text: alertText(alert) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  await body.dump();
  if (statusCode < 200 || statusCode > 299) throw new Error(`it responded with status ${statusCode}`);
}

const WHAT = {
  failed: 'failed',
  refused: 'was refused by the publish guard',
  lost: 'ended without a result',
  missing: 'is missing',
} as const;

const subjectOf = ({ brand, outcome }: Alert) => `The night of ${brand} ${WHAT[outcome]}`;

/** The alert as text: what happened, why, and what to do next. */
function alertText(alert: Alert): string {
  const { brand, release, at, exitCode, reasons } = alert;
  return [
    `${subjectOf(alert)} (${at}${exitCode === null ? '' : `, exit code ${exitCode}`}).`,
    ...reasons.map((reason) => `- ${reason}`),
    release === null ? 'No release is live.' : `Release ${release} stays live.`,
    `See: npm run nights -- --brand ${brand}`,
  ].join('\n');
}
