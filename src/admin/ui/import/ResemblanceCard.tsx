import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link, useGetMany } from 'react-admin';
import type { Resemblance, Resolution } from '../../contract/imports.ts';
import type { BookRecord } from '../../contract/records.ts';
import { CoverThumb } from '../ui/BookField.tsx';

interface Props {
  readonly resembles: readonly Resemblance[];
  readonly value: Resolution | null;
  readonly onChange: (resolution: Resolution) => void;
}

/** Lists the stored books that this book resembles, and asks how the book relates to them. */
export function ResemblanceCard({ resembles, value, onChange }: Props) {
  const { data = [] } = useGetMany<BookRecord>('books', { ids: resembles.map(({ bookId }) => bookId) });
  return (
    <Card component="section" aria-labelledby="resemblance-title" sx={{ borderColor: 'warning.main' }}>
      <CardContent>
        <Typography variant="h6" component="h3" id="resemblance-title">
          Is this book already stored?
        </Typography>
        <RadioGroup
          aria-labelledby="resemblance-title"
          value={value === null ? '' : choiceOf(value)}
          onChange={(_, to) => onChange(resolutionOf(to))}
        >
          {resembles.map(({ bookId, title, author, why }) => (
            <Stack key={bookId} sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
              <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', overflowWrap: 'anywhere' }}>
                <CoverThumb book={data.find((book) => book?.id === bookId) ?? { cover: null, title }} width={44} />
                <div>
                  <Link to={`/books/${bookId}`}>{title}</Link>
                  <Typography variant="body2" color="textSecondary">
                    {author} · book {bookId}
                  </Typography>
                  <Typography variant="body2">{why}</Typography>
                </div>
              </Stack>
              <Choice
                value={choiceOf({ as: 'newVersion', bookId })}
                label={`A new version of “${title}” (book ${bookId})`}
                effect="Replaces its text. Readers keep bookmarks, marks and reading positions."
              />
              <Choice
                value={choiceOf({ as: 'otherEdition', bookId })}
                label={`Another edition of “${title}” (book ${bookId})`}
                effect="Adds a separate book. Both are kept."
              />
            </Stack>
          ))}
          <Choice value="differentBook" label="A different book" effect="Adds a separate book." />
        </RadioGroup>
      </CardContent>
    </Card>
  );
}

function Choice({ value, label, effect }: { value: string; label: string; effect: string }) {
  return (
    <FormControlLabel
      value={value}
      control={<Radio />}
      sx={{ alignItems: 'flex-start', mt: 0.5 }}
      slotProps={{ typography: { sx: { pt: 1, overflowWrap: 'anywhere' } } }}
      label={
        <>
          {label}
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {effect}
          </Typography>
        </>
      }
    />
  );
}

const choiceOf = (resolution: Resolution): string =>
  resolution.as === 'differentBook' ? resolution.as : `${resolution.as} ${resolution.bookId}`;

function resolutionOf(value: string): Resolution {
  const [as, id] = value.split(' ');
  if (as === 'newVersion' || as === 'otherEdition') return { as, bookId: Number(id) };
  return { as: 'differentBook' };
}
