import type { Fields } from './conflicts.ts';

/** Unsaved changes to a record. Stored in this browser, so that they survive a reload or the end of a session. */
interface Draft {
  readonly values: Fields;
  /** The values that the same fields had when they were changed. */
  readonly seen: Fields;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Identifies the record and the account that edits it. */
export interface DraftKey {
  readonly user: string | number;
  readonly resource: string;
  readonly id: string | number;
}

const PREFIX = 'lectern-admin-draft:';
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

const nameOf = ({ user, resource, id }: DraftKey) => `${PREFIX}${user}:${resource}:${id}`;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null;
    return draft && isFields(draft.values) && isFields(draft.seen) && Number.isFinite(draft.at) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function readDraft(key: DraftKey, storage: Storage = localStorage): Draft | undefined {
  try {
    return parsed(storage.getItem(nameOf(key)));
  } catch {
    return undefined;
  }
}

/** @returns whether the draft was stored: storage may be full or unavailable */
export function saveDraft(key: DraftKey, draft: Draft, storage: Storage = localStorage): boolean {
  try {
    deleteOldDrafts(draft.at, storage);
    storage.setItem(nameOf(key), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function deleteDraft(key: DraftKey, storage: Storage = localStorage): void {
  try {
    storage.removeItem(nameOf(key));
  } catch {
    // Storage is unavailable, so there is no draft to delete.
  }
}

/** Deletes all drafts, of any account, that are older than `MAX_AGE_MS`. */
function deleteOldDrafts(now: number, storage: Storage): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const name of names) {
    if (!name.startsWith(PREFIX)) continue;
    const draft = parsed(storage.getItem(name));
    if (!draft || now - draft.at > MAX_AGE_MS) storage.removeItem(name);
  }
}
