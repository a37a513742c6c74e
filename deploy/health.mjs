/**
 * `node deploy/health.mjs URL [SECONDS]`: waits until the address responds with a status below 500, at most SECONDS (60). Exits
 * with 1 if it does not. Needs only Node 20, so that units and containers can run it.
 */
// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

const [url = 'http://127.0.0.1:4321/healthz', seconds = '60'] = process.argv.slice(2);
const end = Date.now() + Number(seconds) * 1000;

/** @returns {Promise<string>} the problem, or an empty text if the address responds */
async function problem() {
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
    return status < 500 ? '' : `answers ${status}`;
  } catch (error) {
    return `does not answer: ${error instanceof Error ? (error.cause ?? error) : error}`;
  }
}

let wrong = await problem();
while (wrong !== '' && Date.now() < end) {
  await sleep(200);
  wrong = await problem();
}
if (wrong !== '') {
  process.stderr.write(`${url} ${wrong}\n`);
  process.exitCode = 1;
}
