import { type FormEvent, useEffect, useRef } from 'react';
import { TRANSLATOR_LIMITS } from '#src/contract/calls/translator.ts';
import { FORM_PATHS } from '#src/routes/plain-forms.ts';
import { translatorErrorKey } from '#src/shell/island/error-keys.ts';
import { type AreaT, type IslandProps, useIsland } from '#src/shell/island/use-island.ts';
import { useStored } from '#src/shell/island/use-stored.ts';
import { $draft, $invalidFields, $submission, apply, type Field, restoreDraft, saveDraft } from '../state.ts';
import { ApplicationSent } from './ApplicationSent.tsx';
import { FormRow, Group, LIMITS } from './FormRow.tsx';
import { fillForm, readForm } from './form.ts';
import { type OfferedStory, Stories } from './Stories.tsx';

/** `texts` contains texts of the area `translator`. */
export interface TranslatorFormProps extends IslandProps {
  readonly offered: readonly OfferedStory[];
  /** Address of the picture shown if a cover fails to load. */
  readonly defaultCover: string;
  /** The languages to choose from, with their names in the page's language, sorted by name. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  readonly termsHref: string;
  readonly supportEmail: string;
}

const NO_FIELDS: readonly Field[] = [];
const WRITING = { state: 'writing' } as const;

/** The application form for translators. The contract defines its rules (docs/develop/forms.md). */
export function TranslatorForm(props: TranslatorFormProps) {
  const { t, paths, tag } = useIsland<'translator'>(props);
  const { offered, defaultCover } = props;
  const form = useRef<HTMLFormElement>(null);
  const wrong = useStored($invalidFields, NO_FIELDS);
  const submission = useStored($submission, WRITING);
  const written = useStored($draft, { about: '' }).about.length;

  useEffect(() => {
    const draft = restoreDraft();
    if (form.current) fillForm(form.current, draft);
  }, []);

  const save = ({ currentTarget }: FormEvent<HTMLFormElement>) => saveDraft(readForm(currentTarget));
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    saveDraft(readForm(currentTarget));
    await apply();
    const [first] = $invalidFields.get();
    if (first) currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const fieldProps = (field: Field) => ({ field, wrong: wrong.includes(field), t });

  if (submission.state === 'sent') return <ApplicationSent number={submission.number} email={submission.email} t={t} />;
  return (
    <form
      ref={form}
      className="apply"
      method="post"
      action={FORM_PATHS.application}
      noValidate
      onInput={save}
      onSubmit={(event) => void submit(event)}
    >
      {/* Sent if the form is submitted without the island (src/features/translators/application-form.inline.ts). */}
      <input type="hidden" name="locale" value={props.locale} />
      <input type="hidden" name="key" />
      <input type="hidden" name="device" />
      <FormRow {...fieldProps('name')}>
        {(described) => (
          <input {...described} name="name" autoComplete="name" maxLength={TRANSLATOR_LIMITS.name} required />
        )}
      </FormRow>
      <FormRow {...fieldProps('email')}>
        {(described) => (
          <input
            {...described}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={TRANSLATOR_LIMITS.email}
            required
          />
        )}
      </FormRow>
      <FormRow {...fieldProps('native')}>
        {(described) => (
          <select {...described} name="native" required defaultValue="">
            <option value="">{t('choose')}</option>
            {props.languages.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FormRow>
      <Group {...fieldProps('languages')}>
        <ul className="choices">
          {props.languages.map(({ code, name }) => (
            <li key={code}>
              <label className="choice">
                <input type="checkbox" name="languages" value={code} />
                <span>{name}</span>
              </label>
            </li>
          ))}
        </ul>
      </Group>
      <Stories
        offered={offered}
        defaultCover={defaultCover}
        t={t}
        paths={paths}
        tag={tag}
        wrong={wrong.includes('books')}
      />
      <FormRow {...fieldProps('about')} note={t('written', { written, most: LIMITS.most })}>
        {(described) => (
          <textarea {...described} name="about" rows={8} maxLength={TRANSLATOR_LIMITS.about.max} required />
        )}
      </FormRow>
      <Consent {...fieldProps('consent')} termsHref={props.termsHref} />
      <ErrorSummary
        wrong={wrong}
        code={submission.state === 'failed' ? submission.code : ''}
        email={props.supportEmail}
        t={t}
      />
      <button type="submit" className="button" disabled={submission.state === 'sending'}>
        {t(submission.state === 'sending' ? 'wait' : 'submit')}
      </button>
    </form>
  );
}

interface ConsentProps {
  readonly field: Field;
  readonly wrong: boolean;
  readonly t: AreaT<'translator'>;
  readonly termsHref: string;
}

function Consent({ field, wrong, t, termsHref }: ConsentProps) {
  return (
    <Group field={field} wrong={wrong} t={t}>
      <label className="choice choice-plain">
        <input type="checkbox" name="consent" value="yes" required />
        <span>{t('consent')}</span>
      </label>
      <a className="plain-link" href={termsHref} target="_blank" rel="noopener">
        {t('terms')}
      </a>
    </Group>
  );
}

interface ErrorSummaryProps {
  readonly wrong: readonly Field[];
  /** Error code of the failed submission; empty if there is none. */
  readonly code: string;
  readonly email: string;
  readonly t: AreaT<'translator'>;
}

/** The list of errors. Each error links to its field. */
function ErrorSummary({ wrong, code, email, t }: ErrorSummaryProps) {
  return (
    <div className="apply-errors" role="alert">
      {wrong.length > 0 && (
        <>
          <p>{t('wrong', { count: wrong.length })}</p>
          <ul>
            {wrong.map((field) => (
              <li key={field}>
                <a href={`#apply-${field}`}>{t(`field-${field}`)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {wrong.length === 0 && code !== '' && <p>{t(translatorErrorKey(code), { email })}</p>}
    </div>
  );
}
