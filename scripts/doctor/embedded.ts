import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { InspectedStoreFile } from '#src/api/index.ts';
import { silentLog } from '#src/lib/log.ts';
import { systemUser } from '#src/lib/system-user.ts';
import { type Answer, fine, type Installation, skipped, wrong } from './finding.ts';
import { foreignEditsOf } from './foreign-edits.ts';
import type { Upstream } from './upstream.ts';

const ELSEWHERE =
  'The store is in PostgreSQL, and no API is started over it for this: name the one that runs by LECTERN_UPSTREAM.';

const storeOf = ({ config }: Installation) => join(config.state, 'api');

/** Whether the databases of the embedded API are whole and of a version that this code knows. */
export async function lookAtStore(installation: Installation): Promise<readonly Answer[]> {
  const folder = storeOf(installation);
  const { upstream, store } = installation.config;
  if (store !== undefined) return (await import('./postgres.ts')).lookAtPostgres(store);
  if (!existsSync(folder))
    return [
      skipped(
        upstream === undefined
          ? 'There is no store yet: npm start makes one with demo books.'
          : `The API is at ${upstream}.`,
      ),
    ];
  const { inspectStore } = await import('#src/api/index.ts');
  const files = await inspectStore(folder);
  const problems = files.flatMap(problemOf);
  return problems.length > 0
    ? problems
    : [fine(files.map(({ file, version }) => `${file} is whole, version ${version}.`).join(' '))];
}

function problemOf({ file, version, known, problem, foreignEdits }: InspectedStoreFile): Answer[] {
  if (problem !== undefined)
    return [
      wrong(
        `${file} is damaged or cannot be read: ${problem}.`,
        'End the API, and restore a backup: npm run restore -- --from DIR (docs/operate/backup.md).',
      ),
    ];
  if (version > known)
    return [
      wrong(
        `${file} is of version ${version}, and this Lectern knows ${known}: a newer one wrote it.`,
        'Run that version again, or restore a backup of before.',
      ),
    ];
  return foreignEditsOf(foreignEdits);
}

/** An upstream to look at, and what ends it. */
export interface OpenedUpstream {
  readonly upstream: Upstream;
  close(): Promise<void>;
}

/**
 * The foreign upstream, else the embedded API over the store, for this process alone. A store that opening would change,
 * because it is of an older version, open to others or another user's, is left alone.
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
    return `${folder} is not opened: it belongs to another user than ${systemUser()}.`;
  const { inspectStore } = await import('#src/api/index.ts');
  const files = await inspectStore(folder);
  if (files.some(({ problem, version, known }) => problem !== undefined || version !== known))
    return `${folder} is not opened: it is damaged, or of another version.`;
  return files.length === 2 ? undefined : 'There is no store yet.';
}
