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
  Edit,
  Link,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  TopToolbar,
  useGetMany,
  useRecordContext,
} from 'react-admin';
import type { BookRecord, ChapterRecord, ReportRecord } from '../records.ts';
import { asText } from '../ui/as-text.ts';
import { BrandNames, useBrands } from '../ui/brands.tsx';
import { moment } from '../ui/format.ts';
import { kindName } from './report-kinds.ts';

/** One report: what it says, the ways to its chapter, and its end. */
export function ReportEdit() {
  return (
    <Edit title={<Title />} actions={<Ways />} mutationMode="pessimistic" redirect="list">
      <SimpleForm toolbar={<Ends />}>
        <Told />
        <TextInput
          source="note"
          parse={asText}
          multiline
          minRows={2}
          helperText="What was done; readers do not see it"
        />
      </SimpleForm>
    </Edit>
  );
}

const Title = () => <>{`Report ${useRecordContext<ReportRecord>()?.id ?? ''}`}</>;

/** To the chapter in the admin, and on the brand's site. */
function Ways() {
  const report = useRecordContext<ReportRecord>();
  const brand = useBrands().find(({ id }) => id === report?.brand);
  if (!report) return null;
  const host = brand?.hosts?.[0];
  return (
    <TopToolbar>
      <Button label="Open the chapter" component={Link} to={`/chapters/${report.chapter_id}`}>
        <ArticleIcon />
      </Button>
      {host !== undefined && (
        <Button
          label="See it on the site"
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

function Told() {
  const report = useRecordContext<ReportRecord>();
  if (!report) return null;
  const { kind, brand, book_id, chapter_id, created_at, passage, text, state, settled_at, settled_by } = report;
  return (
    <Stack sx={{ gap: 2, width: '100%', mb: 1 }}>
      {state === 'settled' && (
        <Alert severity="success">
          Settled by {settled_by} on {moment(settled_at)}.
        </Alert>
      )}
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 0.75, m: 0 }}>
        <Fact name="What">{kindName(kind)}</Fact>
        <Fact name="Where">
          <Place book={book_id} chapter={chapter_id} />
        </Fact>
        <Fact name="Brand">
          <BrandNames ids={[brand]} />
        </Fact>
        <Fact name="Sent">{moment(created_at)}</Fact>
      </Box>
      {passage !== '' && (
        <Box component="blockquote" sx={{ m: 0, pl: 2, borderLeft: 3, borderColor: 'divider', ...WORDS }}>
          {passage}
        </Box>
      )}
      {text !== '' && <Typography sx={WORDS}>{text}</Typography>}
    </Stack>
  );
}

const WORDS = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '70ch' };

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

/** Book and chapter by their names; a number for what is gone. */
function Place({ book, chapter }: { book: number; chapter: number }) {
  const { data: books } = useGetMany<BookRecord>('books', { ids: [book] });
  const { data: chapters } = useGetMany<ChapterRecord>('chapters', { ids: [chapter] });
  const [found] = chapters ?? [];
  const name = found ? `${found.place}. ${found.title}` : `chapter ${chapter}`;
  return <>{`${books?.[0]?.title ?? `Book ${book}`}, ${name}`}</>;
}

/** Settles the report, or changes the note of a settled one and opens it again. */
function Ends() {
  const isSettled = useRecordContext<ReportRecord>()?.state === 'settled';
  const become = (state: ReportRecord['state']) => (data: object) => ({ ...data, state });
  return (
    <Toolbar sx={{ gap: 1 }}>
      <SaveButton
        key={isSettled ? 'note' : 'settle'}
        label={isSettled ? 'Save the note' : 'Settle'}
        alwaysEnable={!isSettled}
        transform={become('settled')}
      />
      {isSettled && (
        <SaveButton label="Open again" variant="outlined" alwaysEnable transform={become('open')} icon={<UndoIcon />} />
      )}
    </Toolbar>
  );
}
