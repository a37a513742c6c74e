import { noteDamage, readDamageNote } from '#src/publish/release/index.ts';
import type { OnDamaged, RecompressionOptions } from './types.ts';

/** Maximum number of damaged files that a pass or a search notes and reports. A failing disk may damage every file. */
const MAX_NOTED = 1000;

/** Returns a function that reports a damaged file, and notes it for the next rebuild unless the note contains it. */
export function createDamageNotes(
  { folder, onDamaged = () => {} }: Pick<RecompressionOptions, 'folder' | 'onDamaged'>,
  maxNoted = MAX_NOTED,
): (damaged: Parameters<OnDamaged>[0]) => Promise<void> {
  let notedPaths: Set<string> | undefined;
  let count = 0;
  return async (damaged) => {
    count += 1;
    if (count > maxNoted) return;
    notedPaths ??= new Set(readDamageNote(folder));
    if (!notedPaths.has(damaged.path)) await noteDamage(folder, damaged);
    notedPaths.add(damaged.path);
    onDamaged(damaged);
  };
}
