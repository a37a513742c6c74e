import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import type { BookPreview, EncodingCandidate } from '../../contract/imports.ts';
import type { Reading } from './use-reading.ts';

interface Props {
  readonly reading: Reading;
  /** Null if the file could not be read. */
  readonly preview: BookPreview | null;
  /** Whether reading again may discard corrections to the chapters. */
  readonly isCorrected?: boolean;
  readonly onRead: () => void;
}

/** Shows and changes how the file is read: its encoding, language and chapter pattern. */
export function ReadingCard({ reading, preview, isCorrected = false, onRead }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { fields, isChanged, isSending, error, change, revert } = reading;
  const isText = preview === null || preview.format === 'text' || preview.format === 'collection';
  const read = () => {
    setAsking(false);
    onRead();
  };
  return (
    <Accordion
      defaultExpanded={preview === null || needsCheck(preview)}
      disableGutters
      variant="outlined"
      slotProps={{ heading: { component: 'h3' } }}
      sx={{ borderRadius: 1, '&::before': { display: 'none' } }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <Typography component="span" variant="h6" sx={{ mr: 2 }}>
          Reading
        </Typography>
        <Typography component="span" color="textSecondary" sx={{ alignSelf: 'center' }}>
          {preview && summaryOf(preview)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Stack sx={{ gap: 2 }}>
          {(preview === null || preview.encoding) && (
            <EncodingInput
              value={fields.encoding}
              candidates={preview?.encoding?.candidates ?? []}
              onChange={(encoding) => change({ encoding })}
            />
          )}
          <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 2fr' } }}>
            <TextField
              label="Language"
              value={fields.language}
              onChange={({ target }) => change({ language: target.value })}
              helperText="For example en, fil or pt-BR. Leave empty to detect it."
            />
            {isText && (
              <TextField
                label="Chapter pattern"
                value={fields.chapterPattern}
                onChange={({ target }) => change({ chapterPattern: target.value })}
                helperText="A regular expression for the lines that start chapters, such as >> (.*). Its first group is the title."
                slotProps={{
                  htmlInput: { spellCheck: false, autoCapitalize: 'none', style: { fontFamily: 'monospace' } },
                }}
              />
            )}
          </Box>
          {error !== '' && <Alert severity="error">{error}</Alert>}
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button
              variant="outlined"
              disabled={!isChanged || isSending}
              onClick={() => (isCorrected ? setAsking(true) : read())}
            >
              Read again
            </Button>
            {isChanged && <Button onClick={revert}>Undo changes</Button>}
          </Stack>
        </Stack>
        <Confirm
          isOpen={isAsking}
          title="Read the file again?"
          content="If the text is split differently, your corrections to the chapters are lost."
          confirm="Read again"
          onConfirm={read}
          onClose={() => setAsking(false)}
        />
      </AccordionDetails>
    </Accordion>
  );
}

const needsCheck = ({ encoding, language, doubts }: BookPreview) =>
  encoding?.confidence === 'uncertain' ||
  language.confidence === 'uncertain' ||
  doubts.some(({ about }) => about !== 'loss');

function summaryOf({ encoding, language }: BookPreview): string {
  const name =
    encoding && (encoding.candidates.find((candidate) => candidate.name === encoding.name)?.label ?? encoding.name);
  return [
    ...(encoding ? [`${name} (${encoding.confidence})`] : []),
    `${languageName(language.code)} (${language.confidence})`,
  ].join(', ');
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a language, with its code. */
function languageName(code: string): string {
  if (code === 'und' || code === '') return 'Unknown language';
  try {
    return LANGUAGES.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The option that shows a text field for the name of another encoding. */
const OTHER = 'other';

interface EncodingProps {
  readonly value: string;
  readonly candidates: readonly EncodingCandidate[];
  readonly onChange: (encoding: string) => void;
}

/** Radio buttons for the likely encodings, each with a sample line of the file, and a field for any other encoding. */
function EncodingInput({ value, candidates, onChange }: EncodingProps) {
  const isListed = candidates.some(({ name }) => name === value);
  const [isOther, setOther] = useState(!isListed && (value !== '' || candidates.length === 0));
  const isShown = isOther && !isListed;
  const choose = (name: string) => {
    setOther(name === OTHER);
    onChange(name === OTHER ? '' : name);
  };
  return (
    <div>
      {candidates.length > 0 && (
        <>
          <FormLabel id="encoding-label">Encoding</FormLabel>
          <RadioGroup aria-labelledby="encoding-label" value={isShown ? OTHER : value} onChange={(_, to) => choose(to)}>
            {candidates.map(({ name, label, sample }) => (
              <FormControlLabel
                key={name}
                value={name}
                control={<Radio />}
                sx={{ alignItems: 'flex-start', my: 0.25 }}
                slotProps={{ typography: { sx: { pt: 1, minWidth: 0, overflowWrap: 'anywhere' } } }}
                label={
                  <>
                    {label}
                    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                      {sample}
                    </Typography>
                  </>
                }
              />
            ))}
            <FormControlLabel value={OTHER} control={<Radio />} label="Another encoding" />
          </RadioGroup>
        </>
      )}
      {isShown && (
        <TextField
          label="Name of the encoding"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          helperText="For example gb18030, big5, shift_jis, euc-kr or windows-1251"
          sx={{ maxWidth: 360 }}
        />
      )}
    </div>
  );
}
