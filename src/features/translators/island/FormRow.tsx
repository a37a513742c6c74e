import type { ReactNode } from 'react';
import { TRANSLATOR_LIMITS } from '#src/contract/calls/translator.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';
import type { Field } from '../state.ts';

/** Attributes for a field's control: its id, and the ids of its hint and error. */
export interface Described {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface RowProps {
  readonly field: Field;
  readonly wrong: boolean;
  readonly t: AreaT<'translator'>;
  /** Text next to the hint, such as a character count. */
  readonly note?: string;
  readonly children: (described: Described) => ReactNode;
}

/** The limits mentioned in hints and errors. */
export const LIMITS = {
  most: TRANSLATOR_LIMITS.about.max,
  least: TRANSLATOR_LIMITS.about.min,
  books: TRANSLATOR_LIMITS.books,
  languages: TRANSLATOR_LIMITS.languages,
};

const idOf = (field: Field) => `apply-${field}`;

/** A field with its label, its hint and, if the value is invalid, an error. */
export function FormRow({ field, wrong, t, note, children }: RowProps) {
  const id = idOf(field);
  return (
    <div className="field apply-field" data-wrong={wrong ? '' : undefined}>
      <label htmlFor={id}>{t(`field-${field}`)}</label>
      {children(describe(field, wrong))}
      <Help field={field} wrong={wrong} t={t} {...(note === undefined ? {} : { note })} />
    </div>
  );
}

/** Like `FormRow`, for a group of checkboxes. */
export function Group({ field, wrong, t, children }: Omit<RowProps, 'children' | 'note'> & { children: ReactNode }) {
  const { id, 'aria-describedby': described } = describe(field, wrong);
  return (
    <fieldset id={id} className="field apply-field" data-wrong={wrong ? '' : undefined} aria-describedby={described}>
      <legend>{t(`field-${field}`)}</legend>
      <Help field={field} wrong={wrong} t={t} />
      {children}
    </fieldset>
  );
}

const describe = (field: Field, wrong: boolean): Described => ({
  id: idOf(field),
  'aria-invalid': wrong,
  'aria-describedby': wrong ? `${idOf(field)}-wrong ${idOf(field)}-hint` : `${idOf(field)}-hint`,
});

function Help({ field, wrong, t, note }: Omit<RowProps, 'children'>) {
  return (
    <>
      <small id={`${idOf(field)}-hint`}>
        {t(`hint-${field}`, LIMITS)}
        {note !== undefined && <span className="apply-note"> {note}</span>}
      </small>
      {wrong && (
        <strong id={`${idOf(field)}-wrong`} className="apply-wrong">
          {t(`wrong-${field}`, LIMITS)}
        </strong>
      )}
    </>
  );
}
