import SaveIcon from '@mui/icons-material/SaveOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { BookSummary, ImportBatch, ImportBook } from '../../contract/imports.ts';
import { counted } from '../ui/format.ts';
import { type Draft, deleteDraft, readDraft } from './draft-store.ts';
import { batchKey, IMPORTS, storeBook } from './imports-api.ts';
import { asRead, isStorable, storeRequest } from './store-request.ts';

const AS_NEW = { status: 'published', brands: [] } as const;

/** Stores all books of a batch that need no further decision, with the corrections made so far. */
export function StoreAllButton({ batch }: { batch: ImportBatch }) {
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const notify = useNotify();
  const books = batch.books.flatMap((book) => withDraft(batch.id, book));
  if (books.length === 0) return null;
  const storeAll = async () => {
    setBusy(true);
    try {
      for (const { book, summary, draft } of books) {
        await storeBook(batch.id, book.index, storeRequest({ ...book, preview: summary }, draft, AS_NEW));
        deleteDraft(batch.id, book.index);
      }
      notify(`Storing ${counted(books.length, 'book')}`);
    } catch (error) {
      notify(error instanceof Error ? error.message : 'Not all books were stored.', { type: 'error' });
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: batchKey(batch.id) });
      void queries.invalidateQueries({ queryKey: IMPORTS, exact: true });
    }
  };
  return (
    <Button variant="contained" startIcon={<SaveIcon />} disabled={isBusy} onClick={storeAll}>
      Store {counted(books.length, 'book')} that {books.length === 1 ? 'needs' : 'need'} no decision
    </Button>
  );
}

/** An array with the book and the corrections made so far, or an empty array if the book cannot be stored. */
function withDraft(batch: string, book: ImportBook): { book: ImportBook; summary: BookSummary; draft: Draft }[] {
  const { summary } = book;
  if (!summary) return [];
  const draft = readDraft(batch, book.index, summary.fingerprint) ?? asRead(summary);
  return isStorable(book, draft) ? [{ book, summary, draft }] : [];
}
