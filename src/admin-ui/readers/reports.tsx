import { BulkUpdateButton, DataTable, Link, SelectInput } from 'react-admin';
import type { ReportRecord } from '../records.ts';
import { BookTitle } from '../ui/BookField.tsx';
import { ago } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';

const STATES = [
  { id: 'open', name: 'Open' },
  { id: 'done', name: 'Done' },
];

const FILTERS = [<SelectInput key="status" source="status" choices={STATES} alwaysOn />];

const Col = DataTable.Col<ReportRecord>;

export function ReportList() {
  return (
    <ResourceList<ReportRecord>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      rowClick={false}
      bulk={<BulkUpdateButton label="Mark as done" data={{ status: 'done' }} mutationMode="pessimistic" />}
      empty={{
        text: 'No reports',
        next: 'What readers report of a book or chapter stands here until somebody marks it as done.',
      }}
      phone={{
        primary: ({ kind }) => kind,
        secondary: ({ text }) => text,
        tertiary: ({ status }) => <StatusChip value={status} />,
      }}
    >
      <Col source="kind" />
      <Col source="text" />
      <Col source="book_id" label="Where" render={(report) => <Where report={report} />} />
      <Col source="created_at" label="Sent" render={({ created_at }) => ago(created_at)} />
      <Col source="status" render={({ status }) => <StatusChip value={status} />} />
    </ResourceList>
  );
}

function Where({ report: { book_id, chapter_id } }: { report: ReportRecord }) {
  const to = chapter_id === null ? `/books/${book_id}` : `/chapters/${chapter_id}`;
  return (
    <Link to={to}>
      <BookTitle id={book_id} />
    </Link>
  );
}
