import { DataTable, SearchInput } from 'react-admin';
import type { ReportRecord } from '../../contract/records.ts';
import { BookInput, BookTitle } from '../ui/BookField.tsx';
import { BrandInput, BrandNames } from '../ui/brands.tsx';
import { ago } from '../ui/format.ts';
import { LanguageFilter, languageOf } from '../ui/languages.tsx';
import { ResourceList } from '../ui/ResourceList.tsx';
import { SelectInput } from '../ui/SelectInput.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { kindName, REPORT_KINDS, REPORT_STATES, stateName } from './report-kinds.ts';
import { SettleButton } from './SettleButton.tsx';

const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Passage or message" />,
  <SelectInput key="state" source="state" choices={REPORT_STATES} alwaysOn />,
  <LanguageFilter key="section" source="section" alwaysOn />,
  <SelectInput key="kind" source="kind" label="Type" choices={REPORT_KINDS} />,
  <BrandInput key="brand" source="brand" label="Brand" />,
  <BookInput key="book_id" source="book_id" label="Book" />,
];

const Col = DataTable.Col<ReportRecord>;

/** The reader's message, or the passage if there is none. */
const excerpt = ({ text, passage }: ReportRecord) => truncated(text === '' ? passage : text);
const truncated = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Problems that readers reported, newest first. */
export function ReportList() {
  return (
    <ResourceList<ReportRecord>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      bulk={<SettleButton />}
      empty={{ text: 'No reports yet', next: 'Readers can report a problem at the end of each chapter.' }}
      phone={{
        primary: ({ book_id }) => <BookTitle id={book_id} />,
        secondary: (report) =>
          [kindName(report.kind), ago(report.created_at), excerpt(report)].filter(Boolean).join(' · '),
        tertiary: ({ state }) => <StatusChip value={stateName(state)} />,
      }}
    >
      <Col source="book_id" label="Book" render={({ book_id }) => <BookTitle id={book_id} />} />
      <Col source="section" label="Language" render={languageOf} />
      <Col source="kind" label="Type" render={({ kind }) => kindName(kind)} />
      <Col label="Message" disableSort render={excerpt} />
      <Col source="brand" render={({ brand }) => <BrandNames ids={[brand]} />} />
      <Col source="state" render={({ state }) => <StatusChip value={stateName(state)} />} />
      <Col source="created_at" label="Reported" render={({ created_at }) => ago(created_at)} />
    </ResourceList>
  );
}
