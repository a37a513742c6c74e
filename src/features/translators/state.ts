import { atom } from 'nanostores';
import * as v from 'valibot';
import { TranslatorApplication, translatorApply } from '#src/contract/calls/translator.ts';
import { BookReference } from '#src/contract/entities/book.ts';
import { Id } from '#src/contract/entities/scalars.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { decodeJson } from '#src/shell/state/persisted-atom.ts';
import { platform } from '#src/shell/state/platform.ts';
import * as keys from '#src/shell/state/storage-keys.ts';

/** The form's fields, in the order of the form. */
export const FIELDS = ['name', 'email', 'native', 'languages', 'books', 'about', 'consent'] as const;
export type Field = (typeof FIELDS)[number];

const Text = v.pipe(v.string(), v.maxLength(10_000));
const Draft = v.object({
  name: Text,
  email: Text,
  native: Text,
  about: Text,
  consent: v.boolean(),
  languages: v.array(Text),
  books: v.array(Id),
  /** Stories that the visitor found by searching. */
  found: v.array(BookReference),
  /** Idempotency key of this application. */
  key: v.string(),
});
/** The current input, which may be invalid. */
export type Draft = v.InferOutput<typeof Draft>;

export type SubmissionState =
  | { readonly state: 'writing' | 'sending' }
  /** `code` is an error code of docs/use/contract.md. */
  | { readonly state: 'failed'; readonly code: string }
  | { readonly state: 'sent'; readonly number: number; readonly email: string };

const EMPTY: Draft = {
  name: '',
  email: '',
  native: '',
  languages: [],
  books: [],
  about: '',
  consent: false,
  found: [],
  key: '',
};

export const $draft = atom<Draft>(EMPTY);
export const $submission = atom<SubmissionState>({ state: 'writing' });
/** The fields that were invalid when the visitor last submitted the form. */
export const $invalidFields = atom<readonly Field[]>([]);

/** Restores the draft stored for this tab. */
export function restoreDraft(): Draft {
  const stored = platform().tabStorage.get(keys.TRANSLATOR_DRAFT);
  $draft.set(stored === null ? EMPTY : decodeJson(Draft, stored, EMPTY));
  return $draft.get();
}

/** Stores the input, so that it survives reloads and failures until it has been sent. */
export function saveDraft(parts: Partial<Omit<Draft, 'key'>>): void {
  const before = $draft.get();
  const draft = { ...before, ...parts, key: before.key || platform().randomUuid() };
  $draft.set(draft);
  platform().tabStorage.set(keys.TRANSLATOR_DRAFT, JSON.stringify(draft));
  if ($invalidFields.get().length === 0) return;
  const still = invalidFields(draft);
  $invalidFields.set($invalidFields.get().filter((field) => still.includes(field)));
}

/** The fields that break the contract's rules, in the form's order. */
export function invalidFields(draft: Draft): Field[] {
  const { issues = [] } = v.safeParse(TranslatorApplication, draft);
  const names = new Set(issues.map((issue) => v.getDotPath(issue)?.split('.')[0]));
  return FIELDS.filter((field) => names.has(field));
}

/** Sends the application if it is valid. */
export async function apply(): Promise<void> {
  const draft = $draft.get();
  const checked = v.safeParse(TranslatorApplication, draft);
  $invalidFields.set(invalidFields(draft));
  if (!checked.success || $submission.get().state === 'sending') return;
  $submission.set({ state: 'sending' });
  const { data, errors } = await callUpstream(translatorApply, checked.output);
  if (!data.application) return $submission.set({ state: 'failed', code: errors[0]?.code ?? 'UNKNOWN' });
  platform().tabStorage.set(keys.TRANSLATOR_DRAFT, null);
  $draft.set(EMPTY);
  $submission.set({ state: 'sent', number: data.application.id, email: checked.output.email });
}
