import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { InspectedStoreFile } from '#src/api/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { systemUser } from '#src/lib/system-user.ts';
import { type Answer, fine, type Installation, skipped, wrong } from './finding.ts';
import { foreignEditsOf } from './foreign-edits.ts';
import { misplacedOf } from './misplaced.ts';
import type { Upstream } from './upstream.ts';

const ELSEWHERE =
  'The store is in PostgreSQL, for which the doctor starts no API: set LECTERN_UPSTREAM to the running one.';

const storeOf = ({ config }: Installation) => join(config.state, 'api');

/** Checks that the databases of the embedded API are undamaged and of a supported version. */
export async function lookAtStore(installation: Installation): Promise<readonly Answer[]> {
  const folder = storeOf(installation);
  const { upstream, store } = installation.config;
  if (store !== undefined) return (await import('./postgres.ts')).lookAtPostgres(store);
  if (!existsSync(folder))
    return [
      skipped(
        upstream === undefined
          ? 'There is no store yet: npm start creates one with demo books.'
          : `The API is at ${upstream}.`,
      ),
    ];
  const { inspectStore } = await import('#src/api/index.ts');
  const files = await inspectStore(folder);
  const problems = files.flatMap(problemOf);
  return problems.length > 0
    ? problems
    : [fine(files.map(({ file, version }) => `${file} is undamaged, version ${version}.`).join(' '))];
}

function problemOf({ file, version, known, problem, foreignEdits, misplaced }: InspectedStoreFile): Answer[] {
  if (problem !== undefined)
    return [
      wrong(
        `${file} is damaged or cannot be read: ${problem}.`,
        'Stop the API and restore a backup: npm run restore -- --from DIR (docs/operate/backup.md).',
      ),
    ];
  if (version > known)
    return [
      wrong(
        `${file} has version ${version}, but this Lectern supports up to ${known}: a newer one wrote it.`,
        'Run the newer version again, or restore an earlier backup.',
      ),
    ];
  return [...foreignEditsOf(foreignEdits), ...misplacedOf(misplaced)];
}

/** An upstream to check, and a function that closes it. */
export interface OpenedUpstream {
  readonly upstream: Upstream;
  close(): Promise<void>;
}

/**
 * Opens the external upstream or, without one, a copy of the embedded API that runs only in this process. Does not open
 * a store that is damaged, has another version or belongs to another user: opening such a store would change it.
 */
export async function openUpstream(installation: Installation): Promise<OpenedUpstream> {
  const { config, brands } = installation;
  const close = async () => {};
  if (config.upstream !== undefined) return { upstream: { origin: config.upstream, isForeign: true }, close };
  if (config.store !== undefined) return { upstream: { none: ELSEWHERE }, close };
  const folder = storeOf(installation);
  const none = await reasonNotToOpen(folder);
  if (none !== undefined) return { upstream: { none }, close };
  const { createApi, openStore } = await import('#src/api/index.ts');
  const store = await openStore(folder);
  const prefixes = brands.map(({ id, apiPrefix }) => ({ prefix: apiPrefix, brand: id }));
  const api = createApi({ store, prefixes, media: store.media, log: silentLog });
  return {
    upstream: { origin: await api.listen(0), isForeign: false },
    async close() {
      await api.close();
      await store.close();
    },
  };
}

async function reasonNotToOpen(folder: string): Promise<string | undefined> {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat) return 'There is no store yet.';
  if (process.getuid !== undefined && stat.uid !== process.getuid())
    return `${folder} is not opened: it does not belong to the user ${systemUser()}.`;
  const { inspectStore } = await import('#src/api/index.ts');
  const files = await inspectStore(folder);
  if (files.some(({ problem, version, known }) => problem !== undefined || version !== known))
    return `${folder} is not opened: it is damaged, or has another version.`;
  return files.length === 2 ? undefined : 'There is no store yet.';
}
