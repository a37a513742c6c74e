import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookPreview, ImportBatch, ReadSettings, ReviewedBook } from '../../contract/imports.ts';
import { readImport, refreshAfterReading } from './imports-api.ts';

/** The settings for reading a file, as entered in the fields. */
export interface ReadingFields {
  readonly encoding: string;
  readonly language: string;
  readonly chapterPattern: string;
}

export interface Reading {
  readonly fields: ReadingFields;
  /** Whether the fields differ from those of the last reading. */
  readonly isChanged: boolean;
  readonly isSending: boolean;
  readonly error: string;
  change(fields: Partial<ReadingFields>): void;
  revert(): void;
  /** Reads the file again with the values of the fields. */
  read(corrections: Pick<ReadSettings, 'title' | 'author'>): Promise<void>;
}

/**
 * Values of the fields after the last reading: the settings that it used, or else the values that it detected. A field
 * is empty if its value is in doubt and the operator must enter it.
 */
export function fieldsOf({ settings, preview }: Pick<ReviewedBook, 'settings' | 'preview'>): ReadingFields {
  const isAsked = (field: Doubt['about']) =>
    preview?.doubts.some(({ about, isQuestion }) => isQuestion && about === field) === true;
  return {
    encoding: settings.encoding ?? (isAsked('encoding') ? '' : (preview?.encoding?.name ?? '')),
    language: settings.language ?? (isAsked('language') ? '' : (preview?.language.code ?? '')),
    chapterPattern: settings.chapterPattern ?? '',
  };
}

type Doubt = BookPreview['doubts'][number];

/**
 * Settings for reading a book again: changed fields and the settings of the last reading. Values of cleared fields are
 * detected again.
 */
export function settingsFor(book: Pick<ReviewedBook, 'settings' | 'preview'>, fields: ReadingFields): ReadSettings {
  const last = fieldsOf(book);
  const names = ['encoding', 'language', 'chapterPattern'] as const;
  const entries = names.flatMap((name) => {
    const value = fields[name] === last[name] ? book.settings[name] : fields[name].trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

export function useReading(batch: Pick<ImportBatch, 'id'>, book: ReviewedBook): Reading {
  const last = fieldsOf(book);
  const [entered, setEntered] = useState<Partial<ReadingFields>>({});
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState('');
  const queries = useQueryClient();
  const fields = { ...last, ...entered };
  return {
    fields,
    isChanged: (Object.keys(last) as (keyof ReadingFields)[]).some((name) => fields[name].trim() !== last[name]),
    isSending,
    error,
    change: (changes) => setEntered((current) => ({ ...current, ...changes })),
    revert: () => setEntered({}),
    async read({ title, author }) {
      setSending(true);
      setError('');
      try {
        const corrections = { ...settingsFor(book, fields), ...(title && { title }), ...(author && { author }) };
        await readImport(batch.id, { corrections, book: book.index });
        await refreshAfterReading(queries, batch.id);
        setEntered({});
      } catch (caught) {
        setError(caught instanceof Error ? caught.message : 'The file was not read again.');
      } finally {
        setSending(false);
      }
    },
  };
}
