import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Answer, PreviewedText } from '../../contract/answers.ts';
import { parseSanitised } from '../app/trusted-html.ts';
import { call } from '../providers/http.ts';

/** Delay between the last change and the update of the preview. */
const DEBOUNCE_MS = 400;

interface Props {
  /** Name of the field with the Markdown. */
  readonly source: string;
  readonly brand: string;
  readonly language: string;
}

/** The text of a page as the site shows it, from the same Markdown parser and sanitiser. */
export function PagePreview({ source, brand, language }: Props) {
  const text = (useWatch({ name: source }) as string | null | undefined) ?? '';
  const [error, setError] = useState('');
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const abort = new AbortController();
    const body = { brand, language, text };
    const timer = setTimeout(() => {
      call<Answer<PreviewedText>>('page-preview', { method: 'POST', body, signal: abort.signal }).then(
        ({ data }) => {
          setError('');
          box.current?.replaceChildren(parseSanitised(data.html));
        },
        (problem: Error) => abort.signal.aborted || setError(problem.message),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [brand, language, text]);
  return (
    <>
      <Typography variant="subtitle2" component="h3">
        Preview of the page
      </Typography>
      {error !== '' && <Alert severity="error">{error}</Alert>}
      <Box
        ref={box}
        component="section"
        aria-label="Preview of the page"
        lang={language}
        dir="auto"
        sx={{
          minHeight: 48,
          maxHeight: 480,
          overflow: 'auto',
          p: 2,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          overflowWrap: 'break-word',
          '& > :first-of-type': { mt: 0 },
          '& a': { color: 'primary.main' },
        }}
      />
    </>
  );
}
