import { shareResolve } from '#src/contract/index.ts';
import { found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { shareOfToken } from '../store/visitors/shares.ts';
import { shareTarget } from './share-target.ts';

export const shareResolveHandler = handle(shareResolve, ({ token }, { store, now }) => ({
  target: shareTarget(store.catalogue, found(shareOfToken(store.visitors, token, now()), 'link')),
}));
