import { readdir } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { readPlain } from '#src/lib/plain-files.ts';
import { MAPS_FOLDER } from './bundle-record.ts';

/** Looks up positions in the scripts of all bundles that are still there. */
interface PositionLookUp {
  /**
   * @param frame `file.js:line:column`
   * @returns such as `src/stores/shelf.ts:12:3`; undefined where the bundle with this script is gone
   */
  sourceOf(frame: string): Promise<string | undefined>;
}

const MAX_MAP_BYTES = 2 ** 24;

/** @param state folder of all state */
export function createPositionLookUp(state: string): PositionLookUp {
  const maps = new Map<string, Promise<SourceMap | undefined>>();
  return {
    async sourceOf(frame) {
      const [, file = '', line, column] = /^([\w.-]+\.js):(\d+):(\d+)$/.exec(frame) ?? [];
      if (file === '') return undefined;
      const found = maps.get(file) ?? openMap(state, file);
      maps.set(file, found);
      const entry = (await found)?.findEntry(Number(line) - 1, Number(column) - 1);
      // Beyond the end of a file it finds the last position.
      if (!entry || !('originalSource' in entry) || !entry.originalSource) return undefined;
      if (entry.generatedLine !== Number(line) - 1) return undefined;
      return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  };
}

/** The name of a script contains a hash of its content, so that whichever bundle has it, its map is the one. */
async function openMap(state: string, file: string): Promise<SourceMap | undefined> {
  const bundles = join(state, 'bundle');
  for (const id of (await readdir(bundles).catch(() => [])).toSorted()) {
    if (id.startsWith('.')) continue;
    try {
      const text = (await readPlain(join(bundles, id, MAPS_FOLDER), `${file}.map`, MAX_MAP_BYTES)).toString();
      return new SourceMap(JSON.parse(text) as SourceMapPayload);
    } catch {
      // Another bundle may have it.
    }
  }
  return undefined;
}
