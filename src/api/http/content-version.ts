import type { FastifyInstance } from 'fastify';
import { CONTENT_VERSION_PATH } from '#src/contract/content-version.ts';
import type { Log } from '#src/lib/log.ts';
import type { ContentVersion } from '../store/content-version.ts';
import { publishDue, type Store } from '../store/index.ts';
import { sendError, toApiError } from './reply.ts';

interface VersionOptions {
  readonly store: Store;
  readonly version: ContentVersion;
  readonly log: Log;
  readonly now: () => Date;
}

/** Serves the content version, which sites poll to detect changes of content (docs/use/contract.md). */
export function addContentVersion(app: FastifyInstance, { store, version, log, now }: VersionOptions): void {
  app.get(CONTENT_VERSION_PATH, async (_request, reply) => {
    try {
      // Publishing scheduled content that is due changes the version.
      await publishDue(store, now());
      return reply.headers({ 'cache-control': 'no-store' }).send({ version: await version.get() });
    } catch (error) {
      return sendError(reply, toApiError(error, CONTENT_VERSION_PATH, log), {});
    }
  });
}
