import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import UndoIcon from '@mui/icons-material/Undo';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import {
  Button,
  Link,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  TopToolbar,
  useGetMany,
  useRecordContext,
} from 'react-admin';
import type { BookRecord, ChapterRecord, ReportRecord } from '../../contract/records.ts';
import { FormGuard, KEEP_TYPED } from '../saving/FormGuard.tsx';
import { RecordEdit } from '../saving/RecordEdit.tsx';
import { asText } from '../ui/as-text.ts';
import { BrandNames, useBrands } from '../ui/brands.tsx';
import { moment } from '../ui/format.ts';
import { kindName } from './report-kinds.ts';

/** A report, with links to its chapter and buttons to resolve or reopen it. */
export function ReportEdit() {
  return (
    <RecordEdit title={<Title />} actions={<ReportActions />} redirect="list">
      <SimpleForm toolbar={<ReportToolbar />} resetOptions={KEEP_TYPED}>
        <FormGuard />
        <ReportDetails />
        <TextInput
          source="note"
          parse={asText}
          multiline
          minRows={2}
          helperText="Internal note, not shown to readers"
        />
      </SimpleForm>
    </RecordEdit>
  );
}

const Title = () => <>{`Report ${useRecordContext<ReportRecord>()?.id ?? ''}`}</>;

/** Links to the chapter in the admin and on the brand's site. */
function ReportActions() {
  const report = useRecordContext<ReportRecord>();
  const brand = useBrands().find(({ id }) => id === report?.brand);
  if (!report) return null;
  const host = brand?.hosts?.[0];
  return (
    <TopToolbar>
      <Button label="Open chapter" component={Link} to={`/chapters/${report.chapter_id}`}>
        <ArticleIcon />
      </Button>
      {host !== undefined && (
        <Button
          label="View on site"
          component="a"
          href={`https://${host}${report.path}`}
          target="_blank"
          rel="noreferrer"
        >
          <OpenInNewIcon />
        </Button>
      )}
    </TopToolbar>
  );
}

function ReportDetails() {
  const report = useRecordContext<ReportRecord>();
  if (!report) return null;
  const { kind, brand, book_id, chapter_id, created_at, passage, text, state, settled_at, settled_by } = report;
  return (
    <Stack sx={{ gap: 2, width: '100%', mb: 1 }}>
      {state === 'settled' && (
        <Alert severity="success">
          Resolved by {settled_by} on {moment(settled_at)}.
        </Alert>
      )}
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 0.75, m: 0 }}>
        <Fact name="Type">{kindName(kind)}</Fact>
        <Fact name="Chapter">
          <Place book={book_id} chapter={chapter_id} />
        </Fact>
        <Fact name="Brand">
          <BrandNames ids={[brand]} />
        </Fact>
        <Fact name="Reported">{moment(created_at)}</Fact>
      </Box>
      {passage !== '' && (
        <Box component="blockquote" sx={{ m: 0, pl: 2, borderLeft: 3, borderColor: 'divider', ...PROSE }}>
          {passage}
        </Box>
      )}
      {text !== '' && <Typography sx={PROSE}>{text}</Typography>}
    </Stack>
  );
}

const PROSE = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '70ch' };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}

/** Titles of the book and chapter; their ids if they were deleted. */
function Place({ book, chapter }: { book: number; chapter: number }) {
  const { data: books } = useGetMany<BookRecord>('books', { ids: [book] });
  const { data: chapters } = useGetMany<ChapterRecord>('chapters', { ids: [chapter] });
  const [record] = chapters ?? [];
  const title = record ? `${record.place}. ${record.title}` : `chapter ${chapter}`;
  return <>{`${books?.[0]?.title ?? `Book ${book}`}, ${title}`}</>;
}

/** Resolves an open report; saves the note of a resolved one, or reopens it. */
function ReportToolbar() {
  const isSettled = useRecordContext<ReportRecord>()?.state === 'settled';
  const withState = (state: ReportRecord['state']) => (data: object) => ({ ...data, state });
  return (
    <Toolbar sx={{ gap: 1 }}>
      <SaveButton
        key={isSettled ? 'note' : 'settle'}
        label={isSettled ? 'Save note' : 'Resolve'}
        alwaysEnable={!isSettled}
        transform={withState('settled')}
      />
      {isSettled && (
        <SaveButton label="Reopen" variant="outlined" alwaysEnable transform={withState('open')} icon={<UndoIcon />} />
      )}
    </Toolbar>
  );
}
