import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import CircularProgress from '@mui/material/CircularProgress';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useEffect, useState } from 'react';
import type { ExistingParts, SetupState, SitePreview } from '../../contract/first-screen.ts';
import { counted } from '../ui/format.ts';
import { BrandCard } from './BrandCard.tsx';
import { FoundBookList } from './FoundBookList.tsx';
import { StepButtons } from './StepButtons.tsx';
import { readPreview } from './setup-api.ts';

interface Props {
  readonly setup: SetupState;
  /** Why the site could not be created. */
  readonly problem: string;
  readonly onBack: () => void;
  /** @param fresh whether own books beside the demo books are moved aside, too */
  readonly onCreate: (fresh: boolean) => void;
}

/** Shows what will be created. */
export function PreviewStep({ setup, problem, onBack, onCreate }: Props) {
  const { books, answers, existing } = setup;
  const [preview, setPreview] = useState<SitePreview>();
  const [error, setError] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  useEffect(() => {
    readPreview().then(setPreview, (caught: Error) => setError(caught.message));
  }, []);
  const needsConfirmation = existing.moved !== null && existing.moved.ownBooks > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (needsConfirmation && !isConfirmed) return setError('Confirm first that your imported books are moved aside.');
    setError('');
    onCreate(isConfirmed);
  };
  if (!preview && error === '') return <CircularProgress />;
  return (
    <form onSubmit={submit}>
      <Stack sx={{ gap: 3 }}>
        {preview?.brand && <BrandCard brand={preview.brand} />}
        {books.found ? <FoundBookList found={books.found} /> : <Typography>No books yet.</Typography>}
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          The first account is <strong>{answers.email}</strong>, an owner of the admin.
        </Typography>
        {existing.moved && <MovedAlert moved={existing.moved} />}
        {needsConfirmation && (
          <FormControlLabel
            label="Move my imported books aside, too"
            control={<Checkbox checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)} />}
          />
        )}
      </Stack>
      <StepButtons label="Create the site" problem={error || problem} onBack={onBack} isBusy={!preview} />
    </form>
  );
}

function MovedAlert({ moved: { demoBooks, ownBooks, accounts } }: { moved: NonNullable<ExistingParts['moved']> }) {
  const also = [
    ...(ownBooks > 0 ? [counted(ownBooks, 'imported book')] : []),
    ...(accounts > 0 ? [counted(accounts, 'account')] : []),
  ];
  return (
    <Alert severity="info">
      The store has {counted(demoBooks, 'demo book')}
      {also.length > 0 && `, ${also.join(' and ')}`}. It is moved to a folder beside it; nothing is deleted. Stop npm
      start first.
    </Alert>
  );
}
