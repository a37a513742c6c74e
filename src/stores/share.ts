import { shareCreate } from '#src/contract/calls/share.ts';
import { localePrefix } from '#src/contract/locales.ts';
import { callUpstream } from './call-upstream.ts';
import { $pageContext } from './page-context.ts';
import { platform } from './platform.ts';

/** What can be shared. */
export interface Shareable {
  readonly kind: 'book' | 'help';
  readonly id: number;
  /** Canonical path of its page: shared instead where no token can be had. */
  readonly path: string;
}

const links = new Map<string, Promise<string | undefined>>();

/** An absolute address on this host to send to friends; asked for once per page and target. */
export async function shareLink(target: Shareable): Promise<string> {
  const key = `${target.kind} ${target.id}`;
  const asked = links.get(key) ?? askToken(target);
  links.set(key, asked);
  const token = await asked;
  if (token === undefined) links.delete(key);
  const path = token === undefined ? target.path : `${localePrefix($pageContext.get().locale)}/${token}`;
  return platform().origin() + path;
}

async function askToken({ kind, id }: Shareable): Promise<string | undefined> {
  const { data } = await callUpstream(shareCreate, { kind, id });
  return data.share?.token;
}
