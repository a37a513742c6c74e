import { subscribe } from 'node:diagnostics_channel';
import { classOf, type MeasuredCall } from './meter.ts';

/** Calls to the upstream that pages make in one thread. */
export interface ThreadCalls {
  /** Says which brand's calls begin with this path. */
  know(brand: { readonly id: string; readonly apiPrefix: string }): void;
  /** Those that have ended since it was last asked. */
  take(): MeasuredCall[];
}

/** What undici says of a request on its channels. */
interface Message {
  readonly request: { readonly path?: string };
  readonly response?: { readonly statusCode: number };
}

/** Listens to undici, which says of every request of the thread when it begins and how it ends. */
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
      const taken = ended;
      ended = [];
      return taken;
    },
  };
}
