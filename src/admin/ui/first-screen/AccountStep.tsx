import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { StepButtons } from './StepButtons.tsx';
import type { Answers } from './use-answers.ts';

interface Props {
  readonly answers: Answers;
  readonly password: string;
  readonly minLength: number;
  /** Why the server refused the password. */
  readonly refusal: string | undefined;
  readonly onPassword: (password: string) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Asks for the first account. */
export function AccountStep({ answers, password, minLength, refusal, onPassword, onBack, onNext }: Props) {
  const { values, check, change, flush, error } = answers;
  const [isSubmitted, setSubmitted] = useState(false);
  const isShort = password.length < minLength;
  const emailProblem = isSubmitted ? check?.fields.email : undefined;
  const passwordProblem = refusal ?? (isSubmitted && isShort ? `Enter at least ${minLength} characters.` : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const problems = await flush();
    if (problems.email === undefined && !isShort && refusal === undefined) onNext();
  };
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <Stack sx={{ gap: 2 }}>
        <Typography color="textSecondary">
          You sign in to the admin with it, where you edit books and invite colleagues. At the first sign-in, you set up
          an authenticator app as the second factor.
        </Typography>
        <TextField
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          value={values.email ?? ''}
          onChange={({ target }) => change({ email: target.value })}
          required
          error={emailProblem !== undefined}
          helperText={emailProblem}
        />
        <TextField
          name="password"
          type="password"
          label="Password"
          autoComplete="new-password"
          value={password}
          onChange={({ target }) => onPassword(target.value)}
          required
          error={passwordProblem !== undefined}
          helperText={passwordProblem ?? `At least ${minLength} characters. Four random words are easy to remember.`}
        />
      </Stack>
      <StepButtons label="Continue" problem={error} onBack={onBack} />
    </form>
  );
}
