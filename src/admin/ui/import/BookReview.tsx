import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { BookPreview, ImportBatch, ReviewedBook, StoreRequest } from '../../contract/imports.ts';
import { useBrands } from '../ui/brands.tsx';
import { choicesOf } from '../ui/choices.ts';
import { counted } from '../ui/format.ts';
import { ChapterPlan } from './ChapterPlan.tsx';
import { deleteDraft } from './draft-store.ts';
import { batchKey, IMPORTS, storeBook } from './imports-api.ts';
import { LeftOutCard } from './LeftOutCard.tsx';
import { ReadingCard } from './ReadingCard.tsx';
import { ResemblanceCard } from './ResemblanceCard.tsx';
import { StoreBar } from './StoreBar.tsx';
import { storeBlocker, textOf } from './store-blocker.ts';
import { correctedFields, type Publication, storeRequest } from './store-request.ts';
import { type Correcting, useCorrections } from './use-corrections.ts';
import { useReading } from './use-reading.ts';

interface Props {
  readonly batch: ImportBatch;
  readonly book: ReviewedBook;
  readonly preview: BookPreview;
}

/** Previews a book before it is stored, with all corrections to it. */
export function BookReview({ batch, book, preview }: Props) {
  const reading = useReading(batch, book);
  const correcting = useCorrections(batch.id, book.index, preview);
  const [publication, setPublication] = useState<Publication>({ status: 'published', brands: [] });
  const { title, author, resolution, chapters, setResolution } = correcting;
  const read = { settings: book.settings, preview };
  const { isStoring, error, store } = useStore(batch, book);
  const blocker = storeBlocker(preview, {
    title,
    author,
    resolution,
    chapters: chapters.plan,
    isUnread: reading.isChanged,
  });
  return (
    <>
      {preview.doubts.map((doubt) => (
        <Alert key={doubt.message} severity={doubt.isQuestion ? 'error' : 'warning'}>
          {textOf(doubt)}
        </Alert>
      ))}
      {preview.resembles.length > 0 && (
        <ResemblanceCard resembles={preview.resembles} value={resolution} onChange={setResolution} />
      )}
      <ReadingCard
        reading={reading}
        preview={preview}
        isCorrected={chapters.isChanged}
        onRead={() => reading.read(correctedFields({ title, author }, read))}
      />
      <DetailsCard correcting={correcting} preview={preview} publication={publication} onPublication={setPublication} />
      <LeftOutCard leftOut={preview.leftOut} />
      <ChapterPlan batch={batch.id} book={book.index} preview={preview} edits={chapters} />
      <StoreBar
        blocker={blocker}
        error={error}
        isStoring={isStoring}
        onStore={() => {
          const { fingerprint } = preview;
          const corrected = {
            fingerprint,
            title,
            author,
            resolution,
            chapters: chapters.isChanged ? chapters.plan : null,
          };
          void store(storeRequest(read, corrected, publication));
        }}
      />
    </>
  );
}

function useStore(batch: ImportBatch, book: ReviewedBook) {
  const [isStoring, setStoring] = useState(false);
  const [error, setError] = useState('');
  const queries = useQueryClient();
  const notify = useNotify();
  const store = async (request: StoreRequest) => {
    setStoring(true);
    setError('');
    try {
      await storeBook(batch.id, book.index, request);
      deleteDraft(batch.id, book.index);
      notify('Storing the book');
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : 'The book was not stored.');
    } finally {
      // After a conflict, the reloaded batch lists the stored books that this book resembles.
      await queries.invalidateQueries({ queryKey: batchKey(batch.id) });
      void queries.invalidateQueries({ queryKey: IMPORTS, exact: true });
      setStoring(false);
    }
  };
  return { isStoring, error, store };
}

const STATES = choicesOf<Publication['status']>({ published: 'Published', draft: 'Draft' });

interface DetailsProps {
  readonly correcting: Correcting;
  readonly preview: BookPreview;
  readonly publication: Publication;
  readonly onPublication: (publication: Publication) => void;
}

function DetailsCard({ correcting, preview, publication, onPublication }: DetailsProps) {
  const { title, author, resolution, setTitle, setAuthor } = correcting;
  const { totals, file } = preview;
  const brands = useBrands();
  const isNew = resolution?.as !== 'newVersion';
  return (
    <Card component="section" aria-label="Book">
      <CardContent>
        <Typography variant="h6" component="h3">
          Book
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
          {file}: {counted(totals.chapters, 'chapter')}
          {totals.sections > 0 && `, ${counted(totals.sections, 'section')}`}, {counted(totals.words, 'word')},{' '}
          {counted(totals.notes, 'note')}, {counted(totals.pictures, 'picture')}
        </Typography>
        <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <TextField
            label="Title"
            required
            value={title}
            error={title.trim() === ''}
            onChange={({ target }) => setTitle(target.value)}
          />
          <TextField
            label="Author"
            required
            value={author}
            error={author.trim() === ''}
            onChange={({ target }) => setAuthor(target.value)}
          />
          {isNew && (
            <>
              <TextField
                select
                label="State"
                value={publication.status}
                onChange={({ target }) =>
                  onPublication({ ...publication, status: target.value as Publication['status'] })
                }
                helperText="Readers do not see drafts."
              >
                {STATES.map(({ id, name }) => (
                  <MenuItem key={id} value={id}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                select
                label="Brands"
                value={publication.brands}
                onChange={({ target }) => onPublication({ ...publication, brands: [target.value].flat() })}
                helperText="No selection: all brands, including future ones."
                slotProps={{
                  inputLabel: { shrink: true },
                  select: {
                    multiple: true,
                    displayEmpty: true,
                    renderValue: (ids) =>
                      (ids as readonly string[])
                        .map((id) => brands.find((brand) => brand.id === id)?.name ?? id)
                        .join(', ') || 'All brands',
                  },
                }}
              >
                {brands.map(({ id, name }) => (
                  <MenuItem key={id} value={id}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
            </>
          )}
        </Box>
      </CardContent>
    </Card>
  );
}
