import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GivenLocals } from './locals.ts';

/** The built site in this thread. */
export interface SiteApp {
  /** Renders to one whole response; `request.url` must be on the brand's own origin. */
  render(request: Request, locals: GivenLocals): Promise<Response>;
}

interface ServerEntry {
  leaveOutPolicy(): void;
  readonly app: { render(request: Request, options: { locals: object }): Promise<Response> };
}

/**
 * Loads the bundle of `ensureBundle`.
 * @param options.policy false: answers carry no Content-Security-Policy, which saves a tenth of the time
 */
export async function loadSite(
  bundle: { readonly folder: string },
  { policy = true }: { policy?: boolean } = {},
): Promise<SiteApp> {
  const entry: ServerEntry = await import(pathToFileURL(join(bundle.folder, 'server/entry.mjs')).href);
  if (!policy) entry.leaveOutPolicy();
  return { render: (request, locals) => entry.app.render(request, { locals: { ...locals } }) };
}
