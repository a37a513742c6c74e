import { join } from 'node:path';
import { brandById, readBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/config/config.ts';
import { ConfigError } from '#src/lib/errors.ts';
import { createPositionLookUp } from '#src/publish/bundle/index.ts';
import { type CountedError, readClientErrors } from '#src/serve/index.ts';
import { firstDay } from './days-back.ts';

interface ClientErrorsArguments {
  readonly brand: string | undefined;
  readonly days: string;
  readonly json: boolean;
}

interface Frame {
  /** Position in a script file of the site or in the page; only the file name if the script did not load. */
  readonly at: string;
  /** Position in the source code, from the source map; null if unknown. */
  readonly source: string | null;
}

interface ErrorRow extends Omit<CountedError, 'frames'> {
  readonly id: string;
  /** Frames, innermost first. */
  readonly stack: readonly Frame[];
}

/**
 * Lists the errors that visitors' browsers reported for a brand's pages.
 * @returns the text to print
 */
export async function clientErrorsOf({ brand: id, days, json }: ClientErrorsArguments): Promise<string> {
  if (id === undefined) throw new ConfigError('--brand ID is missing. Give the id of a brand.');
  const from = firstDay(days);
  const config = getConfig(process.env);
  const { state } = config;
  const brand = brandById(await readBrands(config), id);
  const { errors, others } = await readClientErrors(join(state, brand.id), from);
  const { sourceOf } = createPositionLookUp(state);
  const rows: ErrorRow[] = [];
  for (const [fingerprint, { frames, ...error }] of Object.entries(errors)) {
    const stack: Frame[] = [];
    for (const at of frames) stack.push({ at, source: (await sourceOf(at)) ?? null });
    rows.push({ id: fingerprint, ...error, stack });
  }
  rows.sort((one, other) => other.count - one.count || (one.last < other.last ? 1 : -1));
  return json ? `${JSON.stringify({ errors: rows, others })}\n` : textOf(rows, others, brand.clientErrors);
}

function textOf(rows: readonly ErrorRow[], others: number, share = 0): string {
  const furtherText = others > 0 ? `Further errors beyond the daily limit: ${others}.\n` : '';
  if (rows.length > 0) return `${rows.map(rowText).join('\n')}${furtherText && `\n${furtherText}`}`;
  if (others > 0) return furtherText;
  return share > 0
    ? 'No errors reported.\n'
    : 'Error reports are off. Set a share of page loads in brand.ts, such as clientErrors: 0.1 (docs/use/client-errors.md).\n';
}

const WHAT = {
  error: 'uncaught',
  rejection: 'unhandled rejection',
  chunk: 'script file did not load',
  hydration: 'island did not hydrate',
} as const satisfies Record<CountedError['kind'], string>;

function rowText({ id, kind, name, message, count, first, last, pages, stack }: ErrorRow): string {
  const what = kind === 'chunk' ? WHAT.chunk : `${WHAT[kind]}: ${[name, message].filter(Boolean).join(': ')}`;
  const kinds = Object.entries(pages).sort(([, one], [, other]) => other - one);
  const facts = `${id}, first ${minute(first)}, last ${minute(last)}, on ${kinds.map(([page, times]) => `${page} ${times}`).join(', ')}`;
  return `${String(count).padStart(6)}  ${what}\n${[facts, ...stack.map(frameText)].map((line) => `        ${line}\n`).join('')}`;
}

/** Formats a UTC timestamp as `2026-05-01 12:30`. */
const minute = (moment: string) => moment.slice(0, 16).replace('T', ' ');

function frameText({ at, source }: Frame): string {
  if (source !== null) return `at ${source} (${at})`;
  if (at.startsWith('page:')) return `at ${at}, a script in the page`;
  if (!at.includes(':')) return `file ${at}`;
  return `at ${at}; its source map was deleted with an old bundle`;
}
