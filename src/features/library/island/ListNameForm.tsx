import { type FormEvent, useState } from 'react';
import { LIST_NAME_LENGTH } from '#src/contract/entities/library.ts';
import type { AreaT } from '#src/shell/island/use-island.ts';

interface ListNameFormProps {
  readonly t: AreaT<'account'>;
  /** Label of the button. */
  readonly action: string;
  readonly initial?: string;
  readonly onName: (name: string) => void;
}

/** A form for the name of a new or existing list. */
export function ListNameForm({ t, action, initial = '', onName }: ListNameFormProps) {
  const [name, setName] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onName(name);
    setName('');
  };
  return (
    <form className="list-form" onSubmit={submit}>
      <input
        type="text"
        dir="auto"
        aria-label={t('list-name')}
        placeholder={t('list-name')}
        value={name}
        maxLength={LIST_NAME_LENGTH}
        autoComplete="off"
        required
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" className="button button-quiet">
        {action}
      </button>
    </form>
  );
}
