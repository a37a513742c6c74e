import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-admin';
import { useParams } from 'react-router';
import type { SetupState } from '../../contract/first-screen.ts';
import { ApiError } from '../providers/http.ts';
import { AccountStep } from './AccountStep.tsx';
import { BooksStep } from './BooksStep.tsx';
import { Created, Creating } from './Outcome.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import { SiteStep } from './SiteStep.tsx';
import { createSite, openSetup } from './setup-api.ts';
import { useAnswers } from './use-answers.ts';

const POLL_MS = 500;

const isBusy = ({ phase, books }: SetupState) => phase === 'creating' || books.state === 'reading';

/** Sets up the site of a new installation. The link with the token is printed by `npm run admin`. */
export function FirstScreenPage() {
  const { token = '' } = useParams();
  const [last, setLast] = useState<SetupState>();
  const { data, error, refetch } = useQuery({
    queryKey: ['setup', token],
    async queryFn() {
      const state = await openSetup(token);
      setLast(state);
      return state;
    },
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? POLL_MS : false),
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (last?.created)
    return (
      <SetupFrame title={`${last.created.name} is set up`}>
        <Created created={last.created} />
      </SetupFrame>
    );
  if (error) return <Closed error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <SetupFrame title="Welcome">
        <CircularProgress />
      </SetupFrame>
    );
  return <Steps setup={data} onChanged={() => void refetch()} />;
}

function Closed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isSetUp = error instanceof ApiError && error.code === 'not_found';
  return (
    <SetupFrame title={isSetUp ? 'This site is set up' : 'This page needs the link from the terminal'}>
      <Stack sx={{ gap: 2 }}>
        {isSetUp ? (
          <Typography>Sign in to the admin. To show the site, run npm start.</Typography>
        ) : (
          <Alert severity="info">{error.message}</Alert>
        )}
        {isSetUp ? (
          <Button component={Link} to="/login" variant="contained" sx={{ minHeight: 44 }}>
            Sign in
          </Button>
        ) : (
          <Button onClick={onRetry} sx={{ minHeight: 44 }}>
            Try again
          </Button>
        )}
      </Stack>
    </SetupFrame>
  );
}

const STEPS = ['site', 'books', 'account', 'preview'] as const;
type Step = (typeof STEPS)[number];

const TITLES: Readonly<Record<Step, string>> = {
  site: 'Name and look',
  books: 'Books and languages',
  account: 'Your account',
  preview: 'Preview',
};

function Steps({ setup, onChanged }: { setup: SetupState; onChanged: () => void }) {
  const steps: readonly Step[] = setup.existing.brand ? STEPS.slice(1) : STEPS;
  const [at, setAt] = useState(0);
  const answers = useAnswers(setup.answers);
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [problem, setProblem] = useState('');
  const step = steps[at] ?? 'preview';
  const go = (by: number) => {
    onChanged();
    setAt(at + by);
  };
  const create = (fresh: boolean) => {
    setProblem('');
    createSite({ password, fresh }).then(onChanged, (caught: unknown) => {
      const fields = caught instanceof ApiError ? caught.body.errors : {};
      setRefusal(fields['password']);
      if (fields['password'] !== undefined) setAt(steps.indexOf('account'));
      else setProblem(caught instanceof Error ? caught.message : 'The site could not be created.');
    });
  };
  const back = at > 0 ? () => go(-1) : undefined;
  if (setup.phase === 'creating')
    return (
      <SetupFrame title="Creating your site">
        <Creating setup={setup} />
      </SetupFrame>
    );
  return (
    <SetupFrame title={TITLES[step]} step={`Step ${at + 1} of ${steps.length}`}>
      {step === 'site' && <SiteStep answers={answers} setup={setup} onChanged={onChanged} onNext={() => go(1)} />}
      {step === 'books' && (
        <BooksStep answers={answers} setup={setup} onChanged={onChanged} onBack={back} onNext={() => go(1)} />
      )}
      {step === 'account' && (
        <AccountStep
          answers={answers}
          password={password}
          minLength={setup.minPasswordLength}
          refusal={refusal}
          onPassword={(value) => {
            setPassword(value);
            setRefusal(undefined);
          }}
          onBack={() => go(-1)}
          onNext={() => go(1)}
        />
      )}
      {step === 'preview' && (
        <PreviewStep setup={setup} problem={problem || (setup.error ?? '')} onBack={() => go(-1)} onCreate={create} />
      )}
    </SetupFrame>
  );
}
