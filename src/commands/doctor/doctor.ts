import { EXIT } from '#src/lib/errors.ts';
import { print } from '#src/lib/print.ts';
import { examine } from '#src/operate/doctor/examine.ts';
import type { Finding } from '#src/operate/doctor/finding.ts';
import { ROOT } from '../run-script.ts';

/** Checks the installation and prints the findings. @returns the exit code: 1 if anything is wrong */
export async function doctor({ json }: { readonly json: boolean }): Promise<number> {
  const findings = await Array.fromAsync(examine(ROOT, process.env));
  const wrong = findings.filter(({ status }) => status === 'wrong').length;
  print(json ? `${JSON.stringify({ wrong, findings })}\n` : findingsText(findings));
  return wrong === 0 ? EXIT.done : EXIT.failure;
}

/** Formats the findings as text. A finding that applies to several brands is shown once. */
export function findingsText(findings: readonly Finding[]): string {
  const groups = Object.values(Object.groupBy(findings, ({ check, status, what }) => [check, status, what].join('\n')));
  const wrong = findings.filter(({ status }) => status === 'wrong').length;
  const end = wrong === 0 ? 'Nothing is wrong.' : `Wrong: ${wrong}.`;
  return `${groups.map((group) => groupText(group ?? [])).join('')}${end}\n`;
}

const STATUS_WIDTH = 'skipped'.length;
const INDENT = ' '.repeat(STATUS_WIDTH + 2);
const MAX_REMEDIES = 3;

function groupText(group: readonly Finding[]): string {
  const [first] = group;
  if (!first) return '';
  const brands = group.flatMap(({ brand }) => brand ?? []);
  const about = brands.length === 0 ? first.check : `${first.check} of ${brands.join(', ')}`;
  const remedies = [...new Set(group.flatMap(({ remedy }) => remedy ?? []))];
  const more = remedies.length > MAX_REMEDIES ? [`and ${remedies.length - MAX_REMEDIES} more like these`] : [];
  const lines = [...remedies.slice(0, MAX_REMEDIES), ...more].map((line) => `${INDENT}${line}\n`);
  return `${first.status.padEnd(STATUS_WIDTH)}  ${about}: ${first.what}\n${lines.join('')}`;
}
