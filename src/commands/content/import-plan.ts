import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { BookPreview, Plan } from '#src/api/import/index.ts';
import type { ReadSettings } from '#src/api/import/plan/types.ts';
import { ConfigError, messageOf } from '#src/lib/errors.ts';

const count = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(0, 'must not be negative'),
);
const text = v.nullish(v.string('must be a text'));

/** Schema of a plan file. Other fields, such as the word counts that `--write-plan` adds, are ignored. */
const PlanFile = v.object({
  fingerprint: v.optional(v.string('must be a text')),
  title: text,
  author: text,
  language: text,
  encoding: text,
  chapterPattern: text,
  chapters: v.optional(
    v.array(
      v.object({
        title: v.string('must be a text'),
        part: v.optional(v.nullable(v.string('must be a text')), null),
        kind: v.optional(v.picklist(['chapter', 'section'], 'must be "chapter" or "section"'), 'chapter'),
        pieces: v.array(v.object({ chapter: count, from: count, to: count }), 'must be a list'),
      }),
      'must be a list',
    ),
  ),
});

export interface PlanOfFile extends Plan {
  readonly settings: ReadSettings;
}

/** Returns a plan for the operator to edit. Without edits, it imports the book unchanged. */
export function planFor(
  { fingerprint, title, authors, language, encoding, chapters }: BookPreview,
  settings: ReadSettings,
) {
  return {
    fingerprint,
    title,
    ...(authors.length === 1 ? { author: authors[0] } : {}),
    language: language.code,
    ...encodingFor(encoding, settings),
    ...(settings.chapterPattern === undefined ? {} : { chapterPattern: settings.chapterPattern }),
    chapters: chapters.map(({ index, title: name, part, kind, words, begins, blocks }) => ({
      title: name,
      part,
      kind,
      pieces: [{ chapter: index, from: 0, to: blocks }],
      words,
      begins,
    })),
  };
}

/**
 * The encoding for a plan. It is omitted if it is uncertain, so that the operator must choose one, and for a folder,
 * whose files may have different encodings.
 */
const encodingFor = (encoding: BookPreview['encoding'], settings: ReadSettings) =>
  settings.encoding === undefined && (encoding?.confidence !== 'certain' || encoding.candidates.length === 0)
    ? {}
    : { encoding: encoding?.name };

/**
 * Reads a plan file, or the output of `--preview --json`, which contains a plan.
 * @throws ConfigError if it is invalid
 */
export async function planOf(file: string | undefined): Promise<PlanOfFile | undefined> {
  if (file === undefined) return undefined;
  const json = await readJson(file);
  const inner = typeof json === 'object' && json !== null && 'plan' in json ? json.plan : json;
  const result = v.safeParse(PlanFile, inner);
  if (!result.success) {
    const [issue] = result.issues;
    throw new ConfigError(`The plan "${file}" is invalid: ${v.getDotPath(issue) ?? 'it'} ${issue.message}.`);
  }
  const { fingerprint, chapters, ...fields } = result.output;
  const settings = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
  return { fingerprint, chapters, settings };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`The plan "${file}" cannot be read: ${messageOf(cause)}`, { cause });
  }
}
