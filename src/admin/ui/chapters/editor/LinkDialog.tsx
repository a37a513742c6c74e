import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { ChapterRecord } from '../../../contract/records.ts';
import { isAddress } from './links.ts';
import { TextDialog, type TextDialogProps } from './TextDialog.tsx';

/** Maximum number of chapters offered at a time. Typing a part of the title finds the others. */
const MAX_CHOICES = 50;

type Chapter = Pick<ChapterRecord, 'id' | 'place' | 'title'>;

interface Props extends Pick<TextDialogProps, 'initial' | 'onSave' | 'onClose' | 'onClosed'> {
  /** Book whose chapters are offered. */
  readonly book: number | undefined;
}

/** Asks for the address of a link, or for a chapter of the book. */
export function LinkDialog({ book, ...dialog }: Props) {
  return (
    <TextDialog
      {...dialog}
      title="Link"
      label="Address"
      helperText="Another site (https://…), or a place in this chapter such as #note-1"
      isValid={isAddress}
    >
      {(address, setAddress) =>
        book !== undefined && <ChapterChoice book={book} address={address} onChoose={setAddress} />
      }
    </TextDialog>
  );
}

interface ChoiceProps {
  readonly book: number;
  readonly address: string;
  readonly onChoose: (address: string) => void;
}

function ChapterChoice({ book, address, onChoose }: ChoiceProps) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<Chapter | null>(null);
  const { data = [], isPending } = useGetList<ChapterRecord>('chapters', {
    filter: { book_id: book, ...(query !== '' && query !== labelOf(chosen) && { q: query }) },
    sort: { field: 'place', order: 'ASC' },
    pagination: { page: 1, perPage: MAX_CHOICES },
  });
  const linked = /^chapter:(\d+)/.exec(address)?.[1];
  const value = chosen ?? data.find(({ id }) => String(id) === linked) ?? null;
  return (
    <Autocomplete<Chapter>
      options={data}
      loading={isPending}
      value={value && String(value.id) === linked ? value : null}
      getOptionLabel={labelOf}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      // The API has filtered them.
      filterOptions={(options) => options}
      onInputChange={(_, text, reason) => reason === 'input' && setQuery(text)}
      onChange={(_, chapter) => {
        setChosen(chapter);
        setQuery('');
        onChoose(chapter ? `chapter:${chapter.id}` : '');
      }}
      renderInput={(params) => <TextField {...params} label="Chapter of this book" />}
      sx={{ mb: 1.5 }}
    />
  );
}

const labelOf = (chapter: Chapter | null): string => (chapter ? `${chapter.place}. ${chapter.title}` : '');
