import { useState } from 'react';
import { type FieldProblems, fieldProblems, type Mode, refusedField } from '#src/shell/island/field-problems.ts';
import { signIn, signUp } from '../state/sign-in.ts';

const NO_PROBLEMS: FieldProblems = {};

export type SignIn = ReturnType<typeof useSignIn>;

/** The state of a sign-in form, including its errors. Sends only one request at a time. */
export function useSignIn(onDone?: () => void) {
  const [mode, changeMode] = useState<Mode>('sign-in');
  const [problems, setProblems] = useState(NO_PROBLEMS);
  /** Code of an upstream error that is not about a single field. */
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const setMode = (chosen: Mode) => {
    changeMode(chosen);
    setProblems(NO_PROBLEMS);
    setError(undefined);
  };

  const submit = async (form: FormData) => {
    const field = (name: string) => String(form.get(name) ?? '');
    const credentials = { email: field('email'), password: field('password') };
    const wrong = fieldProblems(mode, credentials);
    setProblems(wrong);
    setError(undefined);
    if (busy || wrong.email || wrong.password) return;
    setBusy(true);
    const code = await (mode === 'sign-in' ? signIn(credentials) : signUp({ ...credentials, name: field('name') }));
    if (code === undefined) return onDone?.();
    setBusy(false);
    const fieldErrors = refusedField(code);
    setProblems(fieldErrors);
    if (!fieldErrors.email && !fieldErrors.password) setError(code);
  };

  return { mode, setMode, problems, error, busy, submit };
}
