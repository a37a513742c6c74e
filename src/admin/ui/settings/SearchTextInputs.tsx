import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { BrandSettingsRecord } from '../../contract/brand-settings.ts';
import { FolderInput } from './FolderInput.tsx';
import { localeName } from './locale-name.ts';

/** Titles and descriptions of one kind of page, in each language. */
export function SearchTextInputs({ locales }: { locales: readonly string[] }) {
  const [kind, setKind] = useState('home');
  const record = useRecordContext<BrandSettingsRecord>();
  const keys = Object.keys(record?.seoTexts[locales[0] ?? 'en'] ?? {});
  const kinds = [...new Set(keys.map((key) => key.replace(/-(title|description)$/, '')))];
  const shown = keys.filter((key) => key.replace(/-(title|description)$/, '') === kind);
  return (
    <>
      <TextField select label="Kind of page" value={kind} onChange={({ target }) => setKind(target.value)}>
        {kinds.map((name) => (
          <MenuItem key={name} value={name}>
            {kindName(name)}
          </MenuItem>
        ))}
      </TextField>
      {locales.flatMap((code) =>
        shown.map((key) => (
          <FolderInput
            key={`${code} ${key}`}
            source={`seoTexts.${code}.${key}`}
            label={`${key.endsWith('-title') ? 'Title' : 'Description'} in ${localeName(code)}`}
            lang={code}
            multiline={key.endsWith('-description')}
          />
        )),
      )}
    </>
  );
}

/** The name of a kind of page, such as "Ranking empty" for `ranking-empty`. */
function kindName(kind: string): string {
  const words = kind.replace(/[-_]/g, ' ').replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1).toLowerCase()}`;
}
