import { useEffect, useReducer, useState } from 'react';
import type { BookPreview, Resolution } from '../../contract/imports.ts';
import { readDraft, saveDraft } from './draft-store.ts';
import { changedTo, type History, historyOf, redone, undone } from './history.ts';
import { isSamePlan, type Plan, planOf } from './plan.ts';
import { authorsOf } from './store-request.ts';

type Step = { readonly plan: Plan; readonly what: string } | 'undo' | 'redo';

export interface ChapterEdits {
  readonly history: History<Plan>;
  readonly plan: Plan;
  /** Whether the plan differs from the chapters found in the file. */
  readonly isChanged: boolean;
  edit(plan: Plan, what: string): void;
  undo(): void;
  redo(): void;
  reset(): void;
}

/**
 * The operator's corrections to a book. They survive a reload of the page, until the file is read with other settings.
 */
export interface Correcting {
  readonly title: string;
  readonly author: string;
  readonly resolution: Resolution | null;
  readonly chapters: ChapterEdits;
  setTitle(title: string): void;
  setAuthor(author: string): void;
  setResolution(resolution: Resolution): void;
}

const nextStep = (history: History<Plan>, step: Step): History<Plan> => {
  if (step === 'undo') return undone(history);
  if (step === 'redo') return redone(history);
  return changedTo(history, step.plan, step.what);
};

/** @param preview the book as read. The React key of the calling component must contain its fingerprint. */
export function useCorrections(batch: string, book: number, preview: BookPreview): Correcting {
  const { fingerprint } = preview;
  const [asRead] = useState(() => planOf(preview.chapters));
  const [draft] = useState(() => readDraft(batch, book, fingerprint));
  const [title, setTitle] = useState(draft?.title ?? preview.title);
  const [author, setAuthor] = useState(draft?.author ?? authorsOf(preview));
  const [resolution, setResolution] = useState<Resolution | null>(draft?.resolution ?? null);
  const [history, dispatch] = useReducer(nextStep, draft?.chapters ?? asRead, historyOf<Plan>);
  const plan = history.present;
  const isChanged = !isSamePlan(plan, asRead);
  useEffect(() => {
    saveDraft(batch, book, { fingerprint, title, author, resolution, chapters: isChanged ? plan : null });
  }, [batch, book, fingerprint, title, author, resolution, isChanged, plan]);
  return {
    title,
    author,
    resolution,
    setTitle,
    setAuthor,
    setResolution,
    chapters: {
      history,
      plan,
      isChanged,
      edit: (to, what) => dispatch({ plan: to, what }),
      undo: () => dispatch('undo'),
      redo: () => dispatch('redo'),
      reset: () => dispatch({ plan: asRead, what: 'Discarded all edits to the chapters' }),
    },
  };
}
