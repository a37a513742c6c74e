import type { Exporter } from 'react-admin';
import { withoutFormulas } from './without-formulas.ts';

/** An exporter of lists whose CSV contains no formulas: text from visitors may look like one. */
export const safely =
  (exporter: Exporter): Exporter =>
  (records, ...rest) =>
    exporter(withoutFormulas(records), ...rest);
