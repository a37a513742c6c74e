import { useState } from 'react';
import { type FieldProblems, fieldProblems, type Mode, refusedField } from '#src/shell/island/field-problems.ts';
import { signIn, signUp } from '../state/sign-in.ts';

const NONE: FieldProblems = {};

export type SignIn = ReturnType<typeof useSignIn>;

/** The state of a sign-in form: sent once at a time, with its errors. */
export function useSignIn(onDone?: () => void) {
  const [mode, choose] = useState<Mode>('sign-in');
  const [problems, setProblems] = useState(NONE);
  /** Code of an upstream error that belongs to no field. */
  const [error, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  const setMode = (chosen: Mode) => {
    choose(chosen);
    setProblems(NONE);
    setRefusal(undefined);
  };

  const submit = async (form: FormData) => {
    const field = (name: string) => String(form.get(name) ?? '');
    const credentials = { email: field('email'), password: field('password') };
    const wrong = fieldProblems(mode, credentials);
    setProblems(wrong);
    setRefusal(undefined);
    if (busy || wrong.email || wrong.password) return;
    setBusy(true);
    const code = await (mode === 'sign-in' ? signIn(credentials) : signUp({ ...credentials, name: field('name') }));
    if (code === undefined) return onDone?.();
    setBusy(false);
    const refused = refusedField(code);
    setProblems(refused);
    if (!refused.email && !refused.password) setRefusal(code);
  };

  return { mode, setMode, problems, error, busy, submit };
}
