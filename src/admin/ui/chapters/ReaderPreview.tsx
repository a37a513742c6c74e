import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { parseSanitised } from '../app/trusted-html.ts';
import { previewHtml } from './clean-html.ts';
import { paint } from './reader-colours.ts';

/** Delay between the last change and the update of the preview. */
const DEBOUNCE_MS = 400;

/** A preview of the chapter in the reader on a phone, with the API's sanitiser and the site's style sheet. */
export function ReaderPreview() {
  const title = useWatch({ name: 'title' }) as string | undefined;
  const { html, error } = useClean((useWatch({ name: 'html' }) as string | undefined) ?? '');
  const [mode, setMode] = useState<'day' | 'night'>('day');
  const frame = useFrame((page) => {
    paint(page.documentElement, mode);
    page.querySelector('.reader-title')?.replaceChildren(title ?? '');
    page.querySelector('.reader-text')?.replaceChildren(page.importNode(parseSanitised(html), true));
  });
  return (
    <Box sx={{ width: '100%' }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 0.5, gap: 1 }}>
        <Typography variant="subtitle2" component="h2">
          Preview
        </Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={mode}
          onChange={(_, to) => setMode(to ?? mode)}
          aria-label="Mode"
        >
          <ToggleButton value="day">Day</ToggleButton>
          <ToggleButton value="night">Night</ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      {error !== '' && <Alert severity="error">{error}</Alert>}
      <Box
        component="iframe"
        ref={frame}
        src="preview.html"
        title="Chapter preview"
        sx={{
          width: '100%',
          maxWidth: 420,
          height: '70vh',
          border: 1,
          borderColor: 'divider',
          borderRadius: 2,
          display: 'block',
        }}
      />
    </Box>
  );
}

/** Calls `draw` when the frame has loaded, and after every render. */
function useFrame(draw: (page: Document) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latestDraw = useRef(draw);
  latestDraw.current = draw;
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (page?.querySelector('.reader-text')) latestDraw.current(page);
  });
  useEffect(() => {
    const element = frame.current;
    const onLoad = () => element?.contentDocument && latestDraw.current(element.contentDocument);
    element?.addEventListener('load', onLoad);
    return () => element?.removeEventListener('load', onLoad);
  }, []);
  return frame;
}

function useClean(raw: string) {
  const [clean, setClean] = useState({ html: '', error: '' });
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      previewHtml(raw, abort.signal).then(
        (html) => setClean({ html, error: '' }),
        (error: Error) => abort.signal.aborted || setClean((current) => ({ ...current, error: error.message })),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [raw]);
  return clean;
}
