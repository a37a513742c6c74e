import { defaultExporter, type Exporter } from 'react-admin';
import { withoutFormulas } from './without-formulas.ts';

/** Exports the records of a list as CSV. Text from visitors cannot become a formula. */
export const safeExporter: Exporter = (records, fetchRelatedRecords, dataProvider, resource) =>
  defaultExporter(withoutFormulas(records), fetchRelatedRecords, dataProvider, resource);
