import { readdir } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { readPlain } from '#src/lib/plain-files.ts';
import { MAPS_FOLDER } from './bundle-record.ts';

/** Maps positions in built scripts to source positions, for all bundles that still exist. */
interface PositionLookUp {
  /**
   * @param frame `file.js:line:column`
   * @returns for example `src/features/library/state/shelf.ts:12:3`; undefined if no bundle contains this script any
   * more
   */
  sourceOf(frame: string): Promise<string | undefined>;
}

const MAX_MAP_BYTES = 2 ** 24;

/** @param state the state folder */
export function createPositionLookUp(state: string): PositionLookUp {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  return {
    async sourceOf(frame) {
      const [, file = '', line, column] = /^([\w.-]+\.js):(\d+):(\d+)$/.exec(frame) ?? [];
      if (file === '') return undefined;
      const map = maps.get(file) ?? openMap(state, file);
      maps.set(file, map);
      const entry = (await map)?.findEntry(Number(line) - 1, Number(column) - 1);
      // For a position beyond the end of the file, `findEntry` returns the last mapping.
      if (!entry || !('originalSource' in entry) || !entry.originalSource) return undefined;
      if (entry.generatedLine !== Number(line) - 1) return undefined;
      return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  };
}

/** A script's name contains a hash of its content, so any bundle with that script has the right map. */
async function openMap(state: string, file: string): Promise<SourceMap | undefined> {
  const bundles = join(state, 'bundle');
  for (const id of (await readdir(bundles).catch(() => [])).toSorted()) {
    if (id.startsWith('.')) continue;
    try {
      const text = (await readPlain(join(bundles, id, MAPS_FOLDER), `${file}.map`, MAX_MAP_BYTES)).toString();
      return new SourceMap(JSON.parse(text) as SourceMapPayload);
    } catch {
      // No usable map in this bundle: another bundle may have one.
    }
  }
  return undefined;
}
