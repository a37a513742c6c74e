import UploadFileIcon from '@mui/icons-material/CloudUploadOutlined';
import FolderIcon from '@mui/icons-material/DriveFolderUploadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import type { SetupState, StagedBooks } from '../../contract/first-screen.ts';
import { ChooseButton } from '../import/DropZone.tsx';
import { groupsOf } from '../import/upload-groups.ts';
import { Announcement } from '../ui/Announcement.tsx';
import { bytes, counted } from '../ui/format.ts';
import { FoundBookList } from './FoundBookList.tsx';
import { LanguageBoxes } from './LanguageBoxes.tsx';
import { StepButtons } from './StepButtons.tsx';
import { readBooks, removeBooks, sendBooks } from './setup-api.ts';
import type { Answers } from './use-answers.ts';

interface Props {
  readonly answers: Answers;
  readonly setup: SetupState;
  readonly onChanged: () => void;
  readonly onBack: (() => void) | undefined;
  readonly onNext: () => void;
}

/** Uploads books, shows what was found in them, and asks for the languages of the site. */
export function BooksStep({ answers, setup, onChanged, onBack, onNext }: Props) {
  const { books, existing } = setup;
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState<{ readonly sent: number; readonly total: number }>();
  const isBusy = sending !== undefined || books.state === 'reading';
  const isUnread = books.folder === null && (books.state === 'sending' || books.state === 'failed');
  const run = (work: Promise<void>) =>
    work.then(
      () => setProblem(''),
      (error: Error) => setProblem(error.message),
    );
  const add = (files: readonly File[]) => {
    const groups = groupsOf(files, 'auto');
    if (groups.length === 0) return setProblem('The selection contains no files.');
    const total = groups.flatMap((group) => group.files).reduce((sum, { file }) => sum + file.size, 0);
    setSending({ sent: 0, total });
    void run(sendBooks(groups, (sent) => setSending({ sent, total }))).then(() => {
      setSending(undefined);
      onChanged();
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problems = await answers.flush();
    if (problems.locales === undefined) onNext();
  };
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack sx={{ gap: 3 }}>
        {books.folder === null ? (
          <Drop isBusy={isBusy} onFiles={add} />
        ) : (
          <Typography sx={{ overflowWrap: 'anywhere' }}>Books in the folder {books.folder}</Typography>
        )}
        <BooksProgress books={books} sending={sending} />
        {problem !== '' && <Alert severity="error">{problem}</Alert>}
        {books.error !== null && <Alert severity="error">{books.error}</Alert>}
        {books.state !== 'none' && !isBusy && (
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography color="textSecondary" sx={{ flex: 1 }}>
              {books.folder === null && `${counted(books.files, 'file')}, ${bytes(books.bytes)}`}
            </Typography>
            {books.state !== 'read' && <Button onClick={() => run(readBooks()).then(onChanged)}>Read the books</Button>}
            <Button onClick={() => run(removeBooks()).then(onChanged)}>Remove all</Button>
          </Stack>
        )}
        {isUnread && !isBusy && (
          <Typography>
            To continue, read the books or remove them. Books that were not uploaded can be added again.
          </Typography>
        )}
        {books.found && !isBusy && <FoundBookList found={books.found} />}
        {existing.brand === null && (
          <LanguageBoxes
            value={answers.values.locales ?? []}
            found={books.found}
            onChange={(locales) => answers.change({ locales })}
          />
        )}
      </Stack>
      <StepButtons
        label={books.state === 'none' ? 'Continue without books' : 'Continue'}
        isBusy={isBusy}
        isIncomplete={isUnread}
        problem={answers.error}
        onBack={onBack}
      />
    </form>
  );
}

function Drop({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: readonly File[]) => void }) {
  const options = { noClick: true, noKeyboard: true, onDrop: onFiles, disabled: isBusy };
  const { getRootProps, isDragActive } = useDropzone(options);
  const { role: _, tabIndex: __, ...drop } = getRootProps();
  return (
    <Paper
      {...drop}
      component="section"
      aria-label="Add books"
      variant="outlined"
      sx={{
        p: { xs: 2, sm: 3 },
        borderStyle: 'dashed',
        borderWidth: 2,
        textAlign: 'center',
        ...(isDragActive && { borderColor: 'primary.main', bgcolor: 'action.hover' }),
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>
        {isDragActive ? 'Drop to upload' : 'Drop files, folders or ZIPs here'}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        EPUB, Word, OpenDocument, Markdown, HTML, plain text, and exports of WordPress and Ghost
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
        <ChooseButton label="Choose files" icon={<UploadFileIcon />} variant="outlined" onFiles={onFiles} />
        <ChooseButton label="Choose a folder" icon={<FolderIcon />} isFolder variant="outlined" onFiles={onFiles} />
      </Stack>
    </Paper>
  );
}

interface ProgressProps {
  readonly books: StagedBooks;
  readonly sending: { readonly sent: number; readonly total: number } | undefined;
}

function BooksProgress({ books: { state, readSoFar, found }, sending }: ProgressProps) {
  const text = sending
    ? `Uploading, ${bytes(Math.min(sending.sent, sending.total))} of ${bytes(sending.total)}`
    : state === 'reading'
      ? `Reading the books, ${counted(readSoFar, 'book')} so far`
      : '';
  const share = sending ? (sending.sent / Math.max(1, sending.total)) * 100 : 0;
  return (
    <>
      <Announcement
        text={text === '' ? (found ? `${counted(found.books.length, 'book')} read` : '') : (text.split(',')[0] ?? '')}
      />
      {text !== '' && (
        <div>
          <Typography color="textSecondary">{text}</Typography>
          <LinearProgress
            aria-label={sending ? 'Upload' : 'Reading the books'}
            {...(sending ? { variant: 'determinate', value: Math.min(100, share) } : {})}
          />
        </div>
      )}
    </>
  );
}
