import { useState } from 'react';
import { signIn, signUp } from '#src/stores/sign-in.ts';
import { type FieldProblems, fieldProblems, type Mode, refusedField } from './field-problems.ts';

const NONE: FieldProblems = {};

export type SignIn = ReturnType<typeof useSignIn>;

/** What a sign-in form is about: sent once at a time, with what is wrong with it. */
export function useSignIn(onDone?: () => void) {
  const [mode, choose] = useState<Mode>('sign-in');
  const [problems, setProblems] = useState(NONE);
  /** Code of what the upstream said that belongs beside no field. */
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
