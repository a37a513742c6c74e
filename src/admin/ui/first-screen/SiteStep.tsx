import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import type { SetupState, SiteAnswers } from '../../contract/first-screen.ts';
import { ColourField } from './ColourField.tsx';
import { PictureField } from './PictureField.tsx';
import { StepButtons } from './StepButtons.tsx';
import type { Answers } from './use-answers.ts';

interface Props {
  readonly answers: Answers;
  readonly setup: SetupState;
  readonly onChanged: () => void;
  readonly onNext: () => void;
}

const FIELDS = ['name', 'colour', 'hosts', 'id'] as const;
type Field = (typeof FIELDS)[number];

/** Asks for the name, the colour, the domain and the pictures of the site. */
export function SiteStep({ answers, setup, onChanged, onNext }: Props) {
  const { values, check, change, flush, error } = answers;
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set(values.name === undefined ? [] : FIELDS));
  const touch = (field: Field) => setTouched((before) => new Set([...before, field]));
  const problemOf = (field: Field) => (touched.has(field) ? check?.fields[field] : undefined);
  const edit = (field: Field, value: SiteAnswers[Field]) => {
    touch(field);
    change({ [field]: value });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTouched(new Set(FIELDS));
    const problems = await flush();
    if (!FIELDS.some((field) => problems[field] !== undefined)) onNext();
  };
  const id = check?.suggestedId || 'my-site';
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <Stack sx={{ gap: 2 }}>
        <Typography color="textSecondary">
          Everything can be changed later. Nothing is created before you have seen a preview.
        </Typography>
        <TextField
          name="name"
          label="Name of the site"
          value={values.name ?? ''}
          onChange={({ target }) => edit('name', target.value)}
          required
          error={problemOf('name') !== undefined}
          helperText={problemOf('name')}
        />
        <ColourField
          value={values.colour ?? ''}
          colours={check?.colours}
          problem={problemOf('colour')}
          onChange={(value) => edit('colour', value)}
        />
        <TextField
          name="hosts"
          label="Domain"
          value={(values.hosts ?? []).join(', ')}
          placeholder={`www.${id}.example`}
          onChange={({ target }) => edit('hosts', hostsOf(target.value))}
          error={problemOf('hosts') !== undefined}
          helperText={problemOf('hosts') ?? 'Leave it empty if you have none yet. Several domains: the main one first.'}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <TextField
          name="id"
          label="Id"
          value={values.id ?? ''}
          placeholder={id}
          onChange={({ target }) => edit('id', target.value.trim())}
          error={problemOf('id') !== undefined}
          helperText={problemOf('id') ?? 'Names the folder of the brand. Leave it empty to derive it from the name.'}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        <PictureField
          picture="logo"
          label="Logo (optional)"
          hint="Drawn from the name. Your own: SVG, WebP, AVIF or PNG, about four times as wide as high."
          file={setup.pictures.logo}
          onChanged={onChanged}
        />
        <PictureField
          picture="cover"
          label="Cover of books without one (optional)"
          hint="Drawn in your colour. Your own: 400 × 600 px."
          file={setup.pictures.cover}
          onChanged={onChanged}
        />
      </Stack>
      <StepButtons label="Continue" problem={error} />
    </form>
  );
}

/** Splits at commas, but keeps a comma that is being typed. */
const hostsOf = (text: string): string[] => (text.trim() === '' ? [] : text.split(/,\s*/));
