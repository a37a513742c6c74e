import type { Fields } from './conflicts.ts';

/** Unsaved changes to a record. Stored in this browser, so that they survive a reload or the end of a session. */
interface Draft {
  readonly values: Fields;
  /** The values that the same fields had when they were changed. */
  readonly seen: Fields;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id of the book that the record is or belongs to. Drafts of earlier versions lack it. */
  readonly book?: number;
}

/** Identifies the record, the account that edits it, and the tab of the browser. */
export interface DraftKey {
  readonly user: string | number;
  readonly resource: string;
  readonly id: string | number;
  readonly tab: string;
}

const PREFIX = 'lectern-admin-draft:';
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Name of the drafts of all tabs, which is followed by `@` and the tab. */
const recordOf = ({ user, resource, id }: DraftKey) => `${PREFIX}${user}:${resource}:${id}`;
const nameOf = (key: DraftKey) => `${recordOf(key)}@${key.tab}`;

const namesIn = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

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

/**
 * Returns the draft of this tab. If it has none, takes over the newest draft of a closed tab.
 * @param open tabs that are open, whose drafts stay theirs
 */
export function readDraft(
  key: DraftKey,
  open: ReadonlySet<string> = new Set(),
  storage: Storage = localStorage,
): Draft | undefined {
  try {
    const own = parsed(storage.getItem(nameOf(key)));
    if (own) return own;
    const record = recordOf(key);
    const left = namesIn(storage).flatMap((name) => {
      // Drafts of earlier versions belong to no tab.
      const tab = name === record ? '' : name.startsWith(`${record}@`) ? name.slice(record.length + 1) : undefined;
      const draft = tab === undefined || tab.includes('@') || open.has(tab) ? undefined : parsed(storage.getItem(name));
      return draft ? [{ name, draft }] : [];
    });
    const newest = left.toSorted((one, other) => other.draft.at - one.draft.at)[0];
    if (!newest) return undefined;
    move(newest.name, nameOf(key), storage);
    return newest.draft;
  } catch {
    return undefined;
  }
}

/** Renames an entry. If storage is too full for the new name, the entry keeps its name. */
function move(from: string, to: string, storage: Storage): void {
  const text = storage.getItem(from) ?? '';
  // Storage may have room for one copy only, so the old one is deleted first.
  storage.removeItem(from);
  try {
    storage.setItem(to, text);
  } catch {
    storage.setItem(from, text);
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

/** Calls `work` with every draft of every account. */
function forEachDraft(storage: Storage, work: (name: string, draft: Draft) => void): void {
  try {
    for (const name of namesIn(storage)) {
      const draft = name.startsWith(PREFIX) ? parsed(storage.getItem(name)) : undefined;
      if (draft) work(name, draft);
    }
  } catch {
    // Storage is unavailable, so there are no drafts.
  }
}

/** Returns the ids of the books that have drafts, newest draft first. */
export function booksOfDrafts(storage: Storage = localStorage): number[] {
  const drafts: Draft[] = [];
  forEachDraft(storage, (_name, draft) => drafts.push(draft));
  return [...new Set(drafts.toSorted((one, other) => other.at - one.at).flatMap(({ book }) => book ?? []))];
}

export function deleteDraftsOfBooks(books: readonly number[], storage: Storage = localStorage): void {
  forEachDraft(storage, (name, { book }) => {
    if (book !== undefined && books.includes(book)) storage.removeItem(name);
  });
}

/** Deletes all drafts, of any account, that are older than `MAX_AGE_MS`. */
function deleteOldDrafts(now: number, storage: Storage): void {
  for (const name of namesIn(storage)) {
    if (!name.startsWith(PREFIX)) continue;
    const draft = parsed(storage.getItem(name));
    if (!draft || now - draft.at > MAX_AGE_MS) storage.removeItem(name);
  }
}
