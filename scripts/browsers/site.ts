import { done, endCommands, serve } from '../../tests/helpers/commands.ts';
import { seededState } from '../../tests/helpers/test-state.ts';
import { interruption } from './interruption.ts';
import { BRAND } from './walk.ts';

export interface WalkSite extends AsyncDisposable {
  readonly port: number;
}

/** Starts a production site with demo books and its API. */
export async function openWalkSite(): Promise<WalkSite> {
  await using opening = new AsyncDisposableStack();
  interruption.addEventListener('abort', endCommands, { once: true });
  const state = await seededState();
  opening.defer(state.remove);
  // Pages may be slow on a busy machine, so visitors wait longer.
  const env = { LECTERN_STATE: state.folder, LECTERN_RENDER_WAIT: '30000' };
  await done('rebuild', ['--brand', BRAND], env);
  const api = await serve('api', [], env);
  opening.defer(api.stop);
  const site = await serve('site', ['--brand', BRAND, '--upstream', api.origin], env);
  opening.defer(site.stop);
  const running = opening.move();
  return { port: site.port, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
