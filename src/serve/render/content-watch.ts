import { Agent, request } from 'undici';
import { CONTENT_VERSION_PATH } from '#src/contract/content-version.ts';
import { readUpTo } from '../http/read-up-to.ts';

/** Polls the upstream for content changes. */
export interface ContentWatch {
  start(): void;
  close(): Promise<void>;
}

interface ContentWatchConfig {
  readonly upstreamOrigin: string;
  /** Whether the cache contains anything that a change could make stale. If not, no calls are made. */
  readonly isNeeded: () => boolean;
  /** Called when content has changed or may have changed. */
  readonly onChange: () => void;
  readonly everyMs?: number;
}

const EVERY_MS = 1000;
const TIMEOUT_MS = 1000;
/** If the upstream lacks the call, pause before it is tried again, in ms. */
const LACKING_MS = 10 * 60_000;
const MAX_BYTES = 4096;

type Answer = { readonly version: string } | 'lacking' | 'no response';

export function createContentWatch(config: ContentWatchConfig): ContentWatch {
  const { upstreamOrigin, isNeeded, onChange, everyMs = EVERY_MS } = config;
  const agent = new Agent({ connections: 1, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  let timer: NodeJS.Timeout | undefined;
  let lastVersion: string | undefined;
  let askAgainAt = 0;
  let isAsking = false;

  const look = async () => {
    if (isAsking || performance.now() < askAgainAt || !isNeeded()) return;
    isAsking = true;
    const answer = await ask(agent, upstreamOrigin + CONTENT_VERSION_PATH);
    isAsking = false;
    if (answer === 'lacking') askAgainAt = performance.now() + LACKING_MS;
    if (typeof answer === 'string' || answer.version === lastVersion) return;
    // `onChange` is also called for the first version, because pages may have been cached before it.
    lastVersion = answer.version;
    onChange();
  };
  return {
    start() {
      timer ??= setInterval(() => void look(), everyMs).unref();
    },
    async close() {
      clearInterval(timer);
      await agent.destroy();
    },
  };
}

/** Makes the call. The promise never rejects. */
async function ask(agent: Agent, url: string): Promise<Answer> {
  try {
    const { statusCode, body } = await request(url, { dispatcher: agent, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await readUpTo(body, MAX_BYTES);
    if (statusCode !== 200) return statusCode < 500 ? 'lacking' : 'no response';
    return versionIn(Buffer.from(text ?? '').toString());
  } catch {
    return 'no response';
  }
}

function versionIn(text: string): Answer {
  try {
    const version: unknown = JSON.parse(text)?.version;
    return typeof version === 'string' ? { version } : 'lacking';
  } catch {
    return 'lacking';
  }
}
