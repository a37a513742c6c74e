import { done, type RunningServer, serve } from './commands.ts';
import { type GreekApi, startGreekApi } from './greek-api.ts';
import { LANGUAGE_BRANDS } from './language-api.ts';
import { testState } from './test-state.ts';

/**
 * A site of the brand `polyglot` with Greek content. English is replaced by the pseudo-locale; the other languages are
 * unchanged.
 */
export interface PseudoSite {
  readonly api: GreekApi;
  readonly server: RunningServer;
  /** Returns the URL of a path for a browser. */
  at(path: string): string;
  close(): Promise<void>;
}

export async function startPseudoSite(): Promise<PseudoSite> {
  const api = await startGreekApi();
  const state = await testState();
  const env = {
    LECTERN_STATE: state.folder,
    LECTERN_UPSTREAM: api.origin,
    LECTERN_BRANDS: LANGUAGE_BRANDS,
    LECTERN_PSEUDO: 'true',
  };
  await done('rebuild', ['--brand', 'polyglot'], env);
  const server = await serve('site', [], env);
  return {
    api,
    server,
    at: (path) => `http://polyglot.localhost:${server.port}${path}`,
    async close() {
      await server.stop();
      await state.remove();
      await api.close();
    },
  };
}
