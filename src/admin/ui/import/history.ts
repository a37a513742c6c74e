/** The current value of an editor with its earlier and undone values, for undo and redo. */
export interface History<T> {
  readonly past: readonly Step<T>[];
  readonly present: T;
  readonly future: readonly Step<T>[];
}

interface Step<T> {
  /** What the step changed, such as "Moved “Rain” up". */
  readonly what: string;
  readonly value: T;
}

export const MAX_UNDO_STEPS = 200;

export const historyOf = <T>(present: T): History<T> => ({ past: [], present, future: [] });

export function changedTo<T>({ past, present, future }: History<T>, value: T, what: string): History<T> {
  if (value === present) return { past, present, future };
  return { past: [...past, { what, value: present }].slice(-MAX_UNDO_STEPS), present: value, future: [] };
}

export function undone<T>(history: History<T>): History<T> {
  const step = history.past.at(-1);
  if (!step) return history;
  const future = [{ what: step.what, value: history.present }, ...history.future];
  return { past: history.past.slice(0, -1), present: step.value, future };
}

export function redone<T>(history: History<T>): History<T> {
  const [step, ...future] = history.future;
  if (!step) return history;
  return { past: [...history.past, { what: step.what, value: history.present }], present: step.value, future };
}
