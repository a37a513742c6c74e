import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatOklch, fromHex, parseOklch, toHex } from '../../../lib/color.ts';
import { fieldLabel } from '../ui/field-label.ts';
import { FolderInput, useFolderValue } from './FolderInput.tsx';

/** A colour as `oklch(L C H)`, with the browser's colour picker. */
export function ColourInput({ source }: { source: string }) {
  const form = useFormContext();
  const value: unknown = useWatch({ name: source });
  const folder = useFolderValue(source);
  const colour = parseOklch(typeof value === 'string' && value !== '' ? value : folder);
  const choose = (hex: string) => {
    const chosen = fromHex(hex);
    if (chosen) form.setValue(source, formatOklch(chosen), { shouldDirty: true, shouldTouch: true });
  };
  const picker = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        aria-label={`Choose ${fieldLabel(source).toLowerCase()}`}
        value={colour ? toHex(colour) : '#808080'}
        onChange={({ target }: { target: HTMLInputElement }) => choose(target.value)}
        sx={{ width: 36, height: 28, p: 0, border: 0, background: 'none', cursor: 'pointer' }}
      />
    </InputAdornment>
  );
  return (
    <FolderInput source={source} slotProps={{ inputLabel: { shrink: true }, input: { startAdornment: picker } }} />
  );
}
