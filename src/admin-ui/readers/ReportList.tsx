import { DataTable, SearchInput, SelectInput } from 'react-admin';
import type { ReportRecord } from '../records.ts';
import { BookInput, BookTitle } from '../ui/BookField.tsx';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { ago } from '../ui/format.ts';
import { ResourceList } from '../ui/ResourceList.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { kindName, REPORT_KINDS } from './report-kinds.ts';
import { SettleButton } from './SettleButton.tsx';

const STATES = ['open', 'settled'].map((id) => ({ id, name: id }));

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Passage or words" />,
  <SelectInput key="state" source="state" choices={STATES} alwaysOn />,
  <SelectInput key="kind" source="kind" choices={REPORT_KINDS} />,
  <BrandInput key="brand" />,
  <BookInput key="book_id" />,
];

const Col = DataTable.Col<ReportRecord>;

/** What of a report is read first. */
const said = ({ text, passage }: ReportRecord) => shortened(text === '' ? passage : text);
const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Mistakes that readers told of, the newest first. */
export function ReportList() {
  return (
    <ResourceList<ReportRecord>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      bulk={<SettleButton />}
      empty={{ text: 'No reports yet', next: 'Readers tell of a mistake at the end of each chapter.' }}
      phone={{
        primary: ({ book_id }) => <BookTitle id={book_id} />,
        secondary: (report) =>
          [kindName(report.kind), ago(report.created_at), said(report)].filter(Boolean).join(' · '),
        tertiary: ({ state }) => <StatusChip value={state} />,
      }}
    >
      <Col source="book_id" label="Book" render={({ book_id }) => <BookTitle id={book_id} />} />
      <Col source="kind" render={({ kind }) => kindName(kind)} />
      <Col label="Said" disableSort render={said} />
      <Col source="brand" render={({ brand }) => <BrandNames ids={[brand]} />} />
      <Col source="state" render={({ state }) => <StatusChip value={state} />} />
      <Col source="created_at" label="Sent" render={({ created_at }) => ago(created_at)} />
    </ResourceList>
  );
}
