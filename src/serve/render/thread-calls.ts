import { subscribe } from 'node:diagnostics_channel';
import { classOf, type MeasuredCall } from '../http/meter.ts';

/** Upstream calls made by pages in one thread. */
export interface ThreadCalls {
  /** Registers the path prefix of a brand's calls. */
  know(brand: { readonly id: string; readonly apiPrefix: string }): void;
  /** The calls that have ended since the last `take`. */
  take(): MeasuredCall[];
}

/** The message that undici publishes on its channels about a request. */
interface Message {
  readonly request: { readonly path?: string };
  readonly response?: { readonly statusCode: number };
}

/** Measures the thread's upstream calls: listens to undici's diagnostics channels for the start and end of requests. */
export function measureCallsOfThread(): ThreadCalls {
  const brands = new Map<string, string>();
  const under = new WeakMap<object, { readonly began: number; status?: number }>();
  let ended: MeasuredCall[] = [];
  const brandOf = (path = '') => brands.get(/^\/[^/]*/.exec(path)?.[0] ?? '') ?? 'none';
  const listen = (name: string, on: (message: Message) => void) =>
    subscribe(`undici:request:${name}`, (message) => on(message as Message));
  const end = ({ request }: Message, isAnswered: boolean) => {
    const call = under.get(request);
    if (!call) return;
    under.delete(request);
    const outcome = isAnswered && call.status !== undefined ? classOf(call.status) : 'failed';
    const seconds = (performance.now() - call.began) / 1000;
    ended.push({ brand: brandOf(request.path), caller: 'page', outcome, seconds });
  };
  listen('create', ({ request }) => void under.set(request, { began: performance.now() }));
  listen('headers', ({ request, response }) => {
    const call = under.get(request);
    if (call && response) call.status = response.statusCode;
  });
  listen('trailers', (message) => end(message, true));
  listen('error', (message) => end(message, false));
  return {
    know: ({ id, apiPrefix }) => void brands.set(apiPrefix, id),
    take() {
      const finished = ended;
      ended = [];
      return finished;
    },
  };
}
