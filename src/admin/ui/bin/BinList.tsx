import RestoreIcon from '@mui/icons-material/Restore';
import { useState } from 'react';
import {
  BulkDeleteWithConfirmButton,
  Button,
  CanAccess,
  DataTable,
  SearchInput,
  useNotify,
  useRefresh,
} from 'react-admin';
import type { BinRecord } from '../../contract/bin.ts';
import { KIND_NAMES } from '../audit/kind-names.ts';
import { ApiError, call } from '../providers/http.ts';
import { choicesOf } from '../ui/choices.ts';
import { ago, counted } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { NameTakenDialog } from './NameTakenDialog.tsx';

const KINDS = choicesOf<BinRecord['kind']>({
  book: 'Book',
  chapter: 'Chapter',
  genre: 'Genre',
  keyword: 'Keyword',
  ranking: 'Ranking',
  shelf: 'Shelf',
  banner: 'Banner',
  'help event': 'Help event',
});

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name" />,
  <SelectInput key="kind" source="kind" label="Type" choices={KINDS} alwaysOn />,
];

const Col = DataTable.Col<BinRecord>;

/** What belongs to a deleted record, such as "book, 12 chapters" or "chapter of The long ship". */
const described = ({ kind, book, chapters }: BinRecord): string => {
  if (chapters !== null) return `${KIND_NAMES[kind]}, ${counted(chapters, 'chapter')}`;
  return book === null ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} of ${book}`;
};

/** Lists the records that were deleted in the last 30 days, and restores them. */
export function BinList() {
  const [taken, setTaken] = useState<{ readonly record: BinRecord; readonly error: ApiError }>();
  const [busy, setBusy] = useState<number>();
  const notify = useNotify();
  const refresh = useRefresh();
  const restore = async (record: BinRecord, name?: string) => {
    setBusy(record.id);
    try {
      await call(`bin/${record.id}/restore`, { method: 'POST', body: name === undefined ? {} : { name } });
      setTaken(undefined);
      notify(`“${record.name}” restored`, { type: 'success' });
      refresh();
    } catch (caught) {
      if (caught instanceof ApiError && caught.suggestion !== undefined) setTaken({ record, error: caught });
      else notify(caught instanceof Error ? caught.message : 'The record could not be restored', { type: 'error' });
    } finally {
      setBusy(undefined);
    }
  };
  const button = (record: BinRecord) => (
    <CanAccess resource="bin" action="restore">
      <Button
        label="Restore"
        aria-label={`Restore ${KIND_NAMES[record.kind]} “${record.name}”`}
        disabled={busy === record.id}
        onClick={() => restore(record)}
      >
        <RestoreIcon />
      </Button>
    </CanAccess>
  );
  return (
    <>
      <ResourceList<BinRecord>
        title="Recently deleted"
        filters={FILTERS}
        sort={{ field: 'deleted_at', order: 'DESC' }}
        rowClick={false}
        exporter={false}
        bulk={
          <CanAccess resource="bin" action="delete">
            <BulkDeleteWithConfirmButton
              mutationMode="pessimistic"
              label="Delete permanently"
              confirmTitle="Delete the selected records permanently?"
              confirmContent="They cannot be restored after this."
            />
          </CanAccess>
        }
        empty={{ text: 'Nothing deleted recently', next: 'Deleted records are listed here for 30 days.' }}
        phone={{
          primary: ({ name }) => name,
          secondary: (record) => `${described(record)} · deleted ${ago(record.deleted_at)} by ${record.deleted_by}`,
          tertiary: button,
        }}
      >
        <Col source="name" />
        <Col source="kind" label="Type" render={described} />
        <Col source="deleted_at" label="Deleted" render={({ deleted_at }) => ago(deleted_at)} />
        <Col source="deleted_by" label="By" />
        <Col source="expires_at" label="Permanently" disableSort render={({ expires_at }) => ago(expires_at)} />
        <Col label="Actions" disableSort render={button} />
      </ResourceList>
      {taken && (
        <NameTakenDialog
          key={taken.error.suggestion}
          isBook={taken.record.kind === 'book'}
          message={taken.error.message}
          suggestion={taken.error.suggestion ?? ''}
          isBusy={busy !== undefined}
          onRestore={(name) => restore(taken.record, name)}
          onClose={() => setTaken(undefined)}
        />
      )}
    </>
  );
}
