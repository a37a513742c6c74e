import AddIcon from '@mui/icons-material/Add';
import { Button, DataTable, Link, Pagination, ReferenceManyField, useRecordContext } from 'react-admin';
import type { BookRecord, ChapterRecord } from '../../contract/records.ts';
import { moment } from '../ui/format.ts';
import { StatusChip } from '../ui/StatusChip.tsx';

const Col = DataTable.Col<ChapterRecord>;

/** The chapters of the current book, in order. */
export function BookChapters() {
  const book = useRecordContext<BookRecord>();
  if (!book) return null;
  return (
    <>
      <Button
        label="Add chapter"
        variant="outlined"
        component={Link}
        to={`/chapters/create?source=${encodeURIComponent(JSON.stringify({ book_id: book.id }))}`}
        sx={{ mb: 1 }}
      >
        <AddIcon />
      </Button>
      <ReferenceManyField
        reference="chapters"
        target="book_id"
        sort={{ field: 'place', order: 'ASC' }}
        perPage={50}
        pagination={<Pagination rowsPerPageOptions={[50, 100]} />}
      >
        <DataTable rowClick="edit" bulkActionButtons={false} sx={{ width: '100%' }}>
          <DataTable.NumberCol source="place" label="No." />
          <Col source="title" />
          <Col source="state" render={(chapter) => <ChapterState chapter={chapter} />} />
          <DataTable.NumberCol source="words" />
        </DataTable>
      </ReferenceManyField>
    </>
  );
}

/** Shows whether a chapter is a draft, scheduled (with its publication time) or published. */
export function ChapterState({
  chapter: { state, publish_at },
}: {
  chapter: Pick<ChapterRecord, 'state' | 'publish_at'>;
}) {
  return (
    <>
      <StatusChip value={state} /> {state === 'scheduled' && moment(publish_at)}
    </>
  );
}
