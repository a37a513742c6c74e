import Box from '@mui/material/Box';
import { BookTitle } from './BookField.tsx';
import { coverAddress } from './cover-address.ts';
import { moment } from './format.ts';
import { LanguageName } from './languages.tsx';

type Cover = Parameters<typeof coverAddress>[0];

/** The value of a record's field, for comparing two versions. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  if (name === 'books' && Array.isArray(value))
    return (
      <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
        {value.map((id) => (
          <li key={id}>
            <BookTitle id={id} />
          </li>
        ))}
      </Box>
    );
  if (name === 'book_id') return <BookTitle id={Number(value)} />;
  if (name === 'section') return <LanguageName section={Number(value)} />;
  if (name === 'brands' && value === null) return <>Every brand</>;
  if (name === 'cover' && value !== null)
    return (
      <Box component="img" src={coverAddress(value as Cover, 120)} alt="Cover" sx={{ width: 120, display: 'block' }} />
    );
  const text = textOf(name, value);
  return <>{text === '' ? <em>Empty</em> : text}</>;
}

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (/_(at|from)$/.test(name) && typeof value === 'string') return moment(value);
  return leavesOf(value).join(', ');
}

/** The values in a series, which has a name and a number, or in texts by language. */
function leavesOf(value: unknown): unknown[] {
  if (value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [value];
}
