import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { FoundBook, FoundBooks } from '../../contract/first-screen.ts';
import { withFieldNames } from '../import/option-names.ts';
import { localeName } from '../settings/locale-name.ts';
import { counted } from '../ui/format.ts';

/** Books listed before "Show all". */
const MAX_LISTED = 20;

/** The books that were read: those that can be imported, those that need a decision, and files that are no books. */
export function FoundBookList({ found: { books, refused } }: { found: FoundBooks }) {
  const ready = books.filter(({ decision }) => decision === null);
  const open = books.flatMap(({ title, file, decision }) =>
    decision === null ? [] : [{ name: title || file, text: withFieldNames(decision) }],
  );
  return (
    <Stack sx={{ gap: 2 }}>
      <Part title={`${counted(ready.length, 'book')} can be imported`} items={ready.map(readyItem)} />
      {open.length > 0 && (
        <Part
          title={`${counted(open.length, 'book')} ${open.length === 1 ? 'needs' : 'need'} a decision`}
          hint="The site is created without them. Upload them on the Import screen of the admin later, where you can decide."
          items={open}
        />
      )}
      {refused.length > 0 && (
        <Part
          title={`${counted(refused.length, 'file')} cannot be read`}
          items={refused.map(({ file, reason }) => ({ name: file, text: withFieldNames(reason) }))}
        />
      )}
    </Stack>
  );
}

interface Item {
  readonly name: string;
  readonly text: string;
}

function readyItem({ title, author, locale, language, chapters, sections, notes }: FoundBook): Item {
  const parts = [counted(chapters, 'chapter'), ...(sections > 0 ? [counted(sections, 'other section')] : [])];
  const place = `${localeName(locale)}${language.toLowerCase().startsWith(locale) ? '' : ` (${language})`}`;
  return { name: title, text: [`${author} · ${place} · ${parts.join(', ')}`, ...notes.slice(0, 3)].join('\n') };
}

function Part({ title, hint, items }: { title: string; hint?: string; items: readonly Item[] }) {
  const [isWhole, setWhole] = useState(false);
  const listed = isWhole ? items : items.slice(0, MAX_LISTED);
  return (
    <section>
      <Typography variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {hint !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {hint}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {listed.map(({ name, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two books may have the same name, and the list never changes
          <Box component="li" key={index} sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {text}
            </Typography>
          </Box>
        ))}
      </Box>
      {listed.length < items.length && <Button onClick={() => setWhole(true)}>Show all {items.length}</Button>}
    </section>
  );
}
