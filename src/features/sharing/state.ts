import { shareCreate } from '#src/contract/calls/share.ts';
import { localePrefix } from '#src/contract/locales.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $pageContext } from '#src/shell/state/page-context.ts';
import { platform } from '#src/shell/state/platform.ts';

/** What can be shared. */
export interface Shareable {
  readonly kind: 'book' | 'help';
  readonly id: number;
  /** Canonical path of the page. It is shared if no token is available. */
  readonly path: string;
}

const links = new Map<string, Promise<string | undefined>>();

/** The absolute address to share, on this host. It is requested only once per page and target. */
export async function shareLink(target: Shareable): Promise<string> {
  const key = `${target.kind} ${target.id}`;
  const request = links.get(key) ?? requestToken(target);
  links.set(key, request);
  const token = await request;
  if (token === undefined) links.delete(key);
  const path = token === undefined ? target.path : `${localePrefix($pageContext.get().locale)}/${token}`;
  return platform().origin() + path;
}

async function requestToken({ kind, id }: Shareable): Promise<string | undefined> {
  const { data } = await callUpstream(shareCreate, { kind, id });
  return data.share?.token;
}
