import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useInput, useNotify } from 'react-admin';
import { Waiting } from '../../ui/Waiting.tsx';
import { cleanHtml } from '../clean-html.ts';
import { fromHtml } from './from-html.ts';
import { chapterSchema } from './schema.ts';
import { TextEditor } from './TextEditor.tsx';
import { toHtml } from './to-html.ts';

const HtmlEditor = lazy(() => import('../HtmlEditor.tsx').then((module) => ({ default: module.HtmlEditor })));

type View = 'text' | 'html';

const STORED_VIEW = 'lectern-admin-chapter-view';

/** The text of a chapter, as rich text or as HTML. The browser remembers the view. */
export function ChapterText({ source }: { source: string }) {
  const { field, fieldState } = useInput({ source, defaultValue: '' });
  const value: string = field.value ?? '';
  const [view, setView] = useState<View>(readView);
  const [problem, setProblem] = useState<string>();
  const notify = useNotify();

  const choose = (next: View) => {
    setView(next);
    saveView(next);
    setProblem(next === 'text' ? problemOf(value) : undefined);
  };
  const cleanUp = async () => {
    try {
      field.onChange(cleanedUp(await cleanHtml(value, 'editor')));
      setView('text');
      setProblem(undefined);
    } catch (error) {
      notify(`Could not clean up: ${(error as Error).message}`, { type: 'error' });
    }
  };

  const isHtml = view === 'html' || problem !== undefined;
  return (
    <Box sx={{ width: '100%', minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 0.5, gap: 1 }}>
        <Typography variant="subtitle2" component="h2">
          Text
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={isHtml ? 'html' : 'text'}
          onChange={(_, next: View | null) => next && choose(next)}
          aria-label="View of the text"
        >
          <ToggleButton value="text">Rich text</ToggleButton>
          <ToggleButton value="html">HTML</ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      {problem !== undefined && (
        <Alert
          severity="warning"
          sx={{ mb: 1 }}
          action={
            <Button color="inherit" size="small" onClick={cleanUp} sx={{ whiteSpace: 'nowrap' }}>
              Clean up
            </Button>
          }
        >
          The rich-text view would change this text: it contains {problem}. Edit the HTML, or clean it up to continue
          without that.
        </Alert>
      )}
      <Box
        sx={{
          border: 1,
          borderColor: fieldState.invalid ? 'error.main' : 'divider',
          borderRadius: 1,
          overflow: 'hidden',
          '&:focus-within': { borderColor: 'primary.main' },
        }}
      >
        {isHtml ? (
          <Suspense fallback={<Waiting />}>
            <HtmlEditor value={value} onChange={field.onChange} />
          </Suspense>
        ) : (
          <TextEditor value={value} onChange={field.onChange} onProblem={setProblem} />
        )}
      </Box>
      {fieldState.invalid && <FormHelperText error>{fieldState.error?.message}</FormHelperText>}
      {isHtml && (
        <FormHelperText>
          Write paragraphs as &lt;p&gt;…&lt;/p&gt;. To leave the editor, press Escape, then Tab.
        </FormHelperText>
      )}
    </Box>
  );
}

const problemOf = (html: string): string | undefined => fromHtml(html, chapterSchema()).problem;

const cleanedUp = (html: string): string => toHtml(fromHtml(html, chapterSchema()).doc);

function readView(): View {
  try {
    return localStorage.getItem(STORED_VIEW) === 'html' ? 'html' : 'text';
  } catch {
    return 'text';
  }
}

function saveView(view: View): void {
  try {
    localStorage.setItem(STORED_VIEW, view);
  } catch {
    // Without storage, the view lasts until the page is left.
  }
}
