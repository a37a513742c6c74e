import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type RaRecord, useGetIdentity, useRecordContext, useRefresh, useResourceContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { isSame, picked } from '../providers/changes.ts';
import { deleteFormBase, setFormBase } from '../providers/seen-records.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { Fields } from './conflicts.ts';
import { type DraftKey, deleteDraft, readDraft, saveDraft } from './drafts.ts';
import { SavingContext } from './saving-context.ts';
import { openTabs, tabId } from './tabs.ts';

/** Form options that keep unsaved changes when the record is loaded again, for example after a new cover. */
export const KEEP_TYPED = { keepDirtyValues: true } as const;

/**
 * Guards the form of a `RecordEdit`: remembers the values that it started from, stores a draft, and merges refused
 * saves.
 */
export function FormGuard() {
  const record = useRecordContext();
  const resource = useResourceContext();
  const { identity } = useGetIdentity();
  const tabs = useTabs();
  if (!record || resource === undefined || !identity || !tabs) return null;
  return (
    <Guard record={record} draftKey={{ user: identity.id, resource, id: record.id, tab: tabs.own }} open={tabs.open} />
  );
}

interface Tabs {
  readonly own: string;
  /** The tabs that were open when the form was opened. */
  readonly open: ReadonlySet<string>;
}

function useTabs(): Tabs | undefined {
  const [tabs, setTabs] = useState<Tabs>();
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([tabId(), openTabs()]).then(([own, open]) => {
      if (isCurrent) setTabs({ own, open });
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  return tabs;
}

interface Props {
  readonly record: RaRecord;
  readonly draftKey: DraftKey;
  /** Tabs that are open, whose drafts are not restored here. */
  readonly open: ReadonlySet<string>;
}

function Guard({ record, draftKey, open }: Props) {
  const { resource, id } = draftKey;
  const saving = useContext(SavingContext);
  const form = useFormContext();
  const refresh = useRefresh();
  const guard = useBase(record, draftKey);
  useDraft({ record, draftKey, open }, guard);

  const takeOver = (stored: RaRecord, submitted: Fields) => {
    const typedSince = Object.entries(form.getValues()).filter(
      ([name, value]) => Object.hasOwn(submitted, name) && !isSame(value, submitted[name]),
    );
    guard.rebase(stored);
    form.reset(stored);
    for (const [name, value] of typedSince) form.setValue(name, value, { shouldDirty: true });
    guard.storeDraft();
    saving?.setRestored(undefined);
  };
  useEffect(() => {
    if (!saving) return;
    saving.form.current = {
      saved: takeOver,
      discard() {
        takeOver(record, form.getValues());
        refresh();
      },
    };
  });

  if (!saving?.refused) return null;
  return (
    <ConflictDialog
      resource={resource}
      id={id}
      refused={{ base: guard.base(), ...saving.refused }}
      onRefused={saving.setRefused}
      onSaved={(stored) => {
        saving.setRefused(undefined);
        takeOver(stored, form.getValues());
        refresh();
      }}
      onClose={() => saving.setRefused(undefined)}
    />
  );
}

interface Base {
  /** The values that the form started from. For changed fields, they stay the same when the record is loaded again. */
  base(): Fields;
  rebase(next: Fields): void;
  /** Stores the changed fields as a draft, or deletes the draft if no field has changed. */
  storeDraft(): void;
}

function useBase(record: RaRecord, draftKey: DraftKey): Base {
  const { resource, id } = draftKey;
  const book = resource === 'books' ? id : record['book_id'];
  const form = useFormContext();
  const base = useRef<Fields>(record);
  const changed = () =>
    Object.entries(form.getValues()).flatMap(([name, value]) =>
      Object.hasOwn(base.current, name) && !isSame(value, base.current[name]) ? [name] : [],
    );
  const rebase = (next: Fields) => {
    base.current = next;
    setFormBase(resource, id, next);
  };
  const takeRecord = useEffectEvent(() => rebase({ ...record, ...picked(base.current, changed()) }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each record
  useEffect(() => takeRecord(), [record]);
  useEffect(() => () => deleteFormBase(resource, id), [resource, id]);
  return {
    base: () => base.current,
    rebase,
    storeDraft() {
      // When the session ends, react-admin empties the form before it closes. An empty form must not delete the draft.
      if (form.getValues('id') !== id) return;
      const names = changed();
      if (names.length === 0) return deleteDraft(draftKey);
      saveDraft(draftKey, {
        values: picked(form.getValues(), names),
        seen: picked(base.current, names),
        at: Date.now(),
        ...(typeof book === 'number' && { book }),
      });
    },
  };
}

const DRAFT_DELAY_MS = 400;

/** Restores the draft after the record has loaded, and stores a draft while the form is edited. */
function useDraft({ record, draftKey, open }: Props, guard: Base): void {
  const saving = useContext(SavingContext);
  const form = useFormContext();
  const { watch } = form;
  // Until the draft is restored, the form's initial values must not replace it.
  const isRestored = useRef(false);
  const restore = useEffectEvent(() => {
    if (isRestored.current) return;
    const draft = readDraft(draftKey, open);
    const names = Object.keys(draft?.values ?? {});
    // The record may come from a list, with fewer fields. The complete record follows.
    if (!names.every((name) => Object.hasOwn(record, name))) return;
    isRestored.current = true;
    if (!draft) return;
    if (names.every((name) => isSame(draft.values[name], record[name]))) return deleteDraft(draftKey);
    guard.rebase({ ...guard.base(), ...draft.seen });
    for (const name of names) form.setValue(name, draft.values[name], { shouldDirty: true });
    saving?.setRestored(draft.at);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each record
  useEffect(() => {
    // Runs after the effects of the form, which fill in the record's values.
    const timer = setTimeout(() => restore());
    return () => clearTimeout(timer);
  }, [record]);

  const store = useEffectEvent(() => {
    if (isRestored.current) guard.storeDraft();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      store();
    };
    const subscription = watch((_values, { name }) => {
      // The name is undefined if the form was reset.
      if (name === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(flush, DRAFT_DELAY_MS);
    });
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      subscription.unsubscribe();
      flush();
    };
  }, [watch]);
}
