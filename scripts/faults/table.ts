import type { Fault } from '../../tests/faults/fault.ts';

const MARKS = /(<!-- table:faults -->\n)(?:.*\n)*?(<!-- end -->)/;

/** Fills the table of docs/develop/faults.md: per line of the product its test, and the fault that the test has to notice. */
export function fillFaults(text: string, faults: readonly Fault[]): string {
  const rows = faults.map(
    ({ line, test, fault }) => `| ${[line, `\`${test.file}\`: ${test.title}`, fault].map(cell).join(' | ')} |\n`,
  );
  const table = `| what visitors get | test | fault it catches |\n| --- | --- | --- |\n${rows.join('')}`;
  return text.replace(MARKS, (_all, open: string, close: string) => `${open}${table}${close}`);
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
