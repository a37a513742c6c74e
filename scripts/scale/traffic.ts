import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { messageOf } from '#src/lib/errors.ts';

/** Simulated visitors who load pages with their style sheets until they are stopped. */
export interface Traffic {
  stop(): Promise<{ readonly views: number; readonly failed: readonly string[] }>;
}

const VISITORS = 4;
const PAUSE_MS = 20;

/** @param paths pages that exist in every release */
export function startTraffic(origin: string, host: string, paths: readonly string[]): Traffic {
  const agent = new Agent({ connections: VISITORS });
  const failed: string[] = [];
  let views = 0;
  let isStopped = false;
  const ask = async (visitor: number, path: string): Promise<string | undefined> => {
    try {
      const headers = { host, 'x-visitor': `${visitor}` };
      const { statusCode, body } = await request(`${origin}${path}`, { headers, dispatcher: agent });
      const text = await body.text();
      if (statusCode === 200) return text;
      failed.push(`${path}: ${statusCode}`);
    } catch (error) {
      failed.push(`${path}: ${messageOf(error)}`);
    }
    return undefined;
  };
  const visit = async (visitor: number) => {
    for (let turn = visitor; !isStopped; turn += VISITORS) {
      const page = await ask(visitor, paths[turn % paths.length] ?? '/');
      const sheet = page && /<link rel="stylesheet" href="(\/[^"]+)"/.exec(page)?.[1];
      if (sheet) await ask(visitor, sheet);
      views += 1;
      await wait(PAUSE_MS);
    }
  };
  const visitors = Array.from({ length: VISITORS }, (_, visitor) => visit(visitor));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(visitors);
      await agent.close();
      return { views, failed };
    },
  };
}
