import type { CallReport } from './types.ts';

/** The JSON that `npm run contract` prints. */
export interface Summary {
  readonly required: { readonly passed: number; readonly failed: number };
  readonly optional: { readonly passed: number; readonly failed: number; readonly absent: number };
}

/** Counts the calls by outcome. */
export function summarise(reports: readonly CallReport[]): Summary {
  const count = (required: boolean, state: CallReport['state']) =>
    reports.filter((report) => report.required === required && report.state === state).length;
  return {
    required: { passed: count(true, 'passed'), failed: count(true, 'failed') },
    optional: { passed: count(false, 'passed'), failed: count(false, 'failed'), absent: count(false, 'absent') },
  };
}

export const conforms = ({ required, optional }: Summary) => required.failed === 0 && optional.failed === 0;

/** Formats one line per call, followed by its problems with their request and fix. */
export function formatReports(reports: readonly CallReport[]): string {
  const width = Math.max(0, ...reports.map(({ name }) => name.length));
  return reports.map((report) => formatCall(report, width)).join('');
}

export function formatSummary({ required, optional }: Summary): string {
  const optionalText = [`${optional.passed} passed`, `${optional.failed} failed`, `${optional.absent} absent`].join(
    ', ',
  );
  return `required: ${required.passed} passed, ${required.failed} failed; optional: ${optionalText}\n`;
}

function formatCall({ name, method, required, state, problems, notes }: CallReport, width: number): string {
  const head = `${state.padEnd(7)} ${method.padEnd(4)} ${name.padEnd(width)}  ${required ? 'required' : 'optional'}\n`;
  const lines = [
    ...problems.flatMap(({ where, what, fix }) => [`what    ${what}`, `request ${where}`, `fix     ${fix}`]),
    ...notes.map((note) => `note    ${note}`),
  ];
  return head + lines.map((line) => `        ${clean(line)}\n`).join('');
}

/** Makes text from an upstream safe for a terminal: one line without control characters. */
const clean = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500);
