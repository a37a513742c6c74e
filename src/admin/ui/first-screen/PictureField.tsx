import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef, useState } from 'react';
import type { SitePicture } from '../../contract/first-screen.ts';
import { ApiError } from '../providers/http.ts';
import { removePicture, sendPicture } from './setup-api.ts';

interface Props {
  readonly picture: SitePicture;
  readonly label: string;
  readonly hint: string;
  /** Name of the uploaded file; null if the picture is drawn. */
  readonly file: string | null;
  readonly onChanged: () => void;
}

/** An optional picture, which is drawn from name and colour otherwise. */
export function PictureField({ picture, label, hint, file, onChanged }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const run = (work: Promise<void>) =>
    work.then(
      () => {
        setProblem('');
        onChanged();
      },
      (error: Error) =>
        setProblem(error instanceof ApiError ? (error.body.errors[picture] ?? error.message) : error.message),
    );
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Otherwise choosing the same file again would not fire a change event.
    target.value = '';
    if (chosen) void run(sendPicture(picture, chosen));
  };
  return (
    <Stack direction="row" role="group" aria-label={label} sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <div style={{ flex: '1 1 240px' }}>
        <Typography variant="subtitle2" component="h2">
          {label}
        </Typography>
        <Typography variant="body2" color={problem === '' ? 'textSecondary' : 'error'} role="status">
          {problem !== '' ? `This file ${problem}` : file === null ? hint : `Your file: ${file}`}
        </Typography>
      </div>
      {file !== null && (
        <Button onClick={() => run(removePicture(picture))} aria-label={`Remove the ${picture}`}>
          Remove
        </Button>
      )}
      <Button variant="outlined" onClick={() => input.current?.click()}>
        Choose a {picture}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/svg+xml,image/png,image/webp,image/avif"
        aria-label={`File for the ${picture}`}
        onChange={take}
        hidden
      />
    </Stack>
  );
}
