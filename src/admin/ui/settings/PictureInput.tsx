import CloudUploadIcon from '@mui/icons-material/CloudUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef, useState } from 'react';
import { useInput } from 'react-admin';
import { fieldLabel } from '../ui/field-label.ts';
import { usePicture } from './use-picture.ts';

interface Props {
  readonly source: 'logo' | 'icon' | 'headerBg' | 'bookSourceImg';
  readonly hint: string;
  /** Aspect ratio of the picture, in CSS. */
  readonly ratio: string;
}

const MAX_BYTES = 100 * 1024;

/** A picture that replaces the one from the brand's folder. Until the form is saved, its value is a `data:` address. */
export function PictureInput({ source, hint, ratio }: Props) {
  const { field, fieldState } = useInput({ source, defaultValue: null });
  const { address, isOwn } = usePicture(source);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const label = fieldLabel(source);
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Otherwise choosing the same file again would not fire a change event.
    target.value = '';
    if (!file) return;
    setProblem(file.size > MAX_BYTES ? `${file.name} is too large: at most 100 KB.` : '');
    if (file.size <= MAX_BYTES) field.onChange(await dataAddress(file));
  };
  const message = problem || fieldState.error?.message;
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      <Stack sx={{ width: { xs: '100%', sm: 280 }, alignItems: 'center', justifyContent: 'center', minHeight: 64 }}>
        {address && (
          <Box
            component="img"
            src={address}
            alt={`Current ${label.toLowerCase()}`}
            sx={{ aspectRatio: ratio, maxWidth: '100%', maxHeight: 140, p: 1, bgcolor: '#8b959c', borderRadius: 1 }}
          />
        )}
      </Stack>
      <Stack sx={{ flex: 1, minWidth: 200, gap: 1, alignItems: 'flex-start' }}>
        <Typography variant="subtitle1" component="h3">
          {label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {hint}. {isOwn ? 'Replaces the picture from the folder.' : 'From the folder.'}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button variant="outlined" startIcon={<CloudUploadIcon />} onClick={() => input.current?.click()}>
            Choose {label.toLowerCase()}
          </Button>
          {isOwn && <Button onClick={() => field.onChange(null)}>Use the folder’s</Button>}
        </Stack>
        {message && <Alert severity="error">{message}</Alert>}
        <input
          ref={input}
          type="file"
          accept="image/svg+xml,image/png,image/webp,image/avif"
          aria-label={`File for ${label.toLowerCase()}`}
          onChange={take}
          hidden
        />
      </Stack>
    </Box>
  );
}

const dataAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
