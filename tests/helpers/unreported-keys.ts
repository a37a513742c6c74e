import * as keys from '#src/shell/state/storage-keys.ts';

/** Keys that the site's scripts store without `UNSAVED_BY_KEY`. Losing them changes nothing that a visitor has chosen. */
export const UNREPORTED: readonly string[] = [
  keys.PROBE,
  keys.SCROLL_POSITIONS,
  keys.NEXT_SCROLL_POSITION,
  keys.LOADED_COVERS,
  keys.RELOADED_AT,
  keys.OFFLINE_RELOAD,
  keys.UNSENT_READS,
  keys.ABSENT_CALLS,
];
