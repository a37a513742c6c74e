import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { localeName } from './locale-name.ts';

interface Props {
  readonly label: string;
  readonly locales: readonly string[];
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** Selects one of a brand's languages. Not shown if the brand has only one. */
export function LanguageSelect({ label, locales, value, onChange }: Props) {
  if (locales.length < 2) return null;
  return (
    <TextField select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {locales.map((code) => (
        <MenuItem key={code} value={code}>
          {localeName(code)}
        </MenuItem>
      ))}
    </TextField>
  );
}
