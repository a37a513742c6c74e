import type { AreaT } from '../ui/use-island.ts';
import type { Sorting } from './sorted.ts';

interface SortFieldProps {
  readonly t: AreaT<'account'>;
  readonly options: readonly Sorting[];
  readonly value: Sorting;
  readonly onChange: (sorting: Sorting) => void;
}

/** The order of a list of books. */
export function SortField({ t, options, value, onChange }: SortFieldProps) {
  const chosen = (name: string) => options.find((option) => option === name);
  return (
    <label className="book-sort">
      <span className="said">{t('sort-by')}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(chosen(currentTarget.value) ?? value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {t(`sort-${option}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
