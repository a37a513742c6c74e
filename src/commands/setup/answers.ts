import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ConfigError, isMissing } from '#src/lib/errors.ts';
import { writeAtomic } from '#src/lib/files.ts';
import { PRIVATE_FILE } from '#src/lib/private-files.ts';

const text = v.optional(v.string());
const list = v.optional(v.pipe(v.array(v.string()), v.readonly()));

/** Answers that survive an interruption. The password is never stored. */
const Answers = v.object({
  id: text,
  name: text,
  colour: text,
  hosts: list,
  locales: list,
  tagline: text,
  supportEmail: text,
  /** Paths of pictures. */
  logo: text,
  cover: text,
  /** Folder or file with books. '' for none. */
  books: text,
  as: v.optional(v.picklist(['book', 'books'])),
  /** Email address of the first account. '' for none. */
  email: text,
});
export type SetupAnswers = v.InferOutput<typeof Answers>;

const answersFile = (state: string) => join(state, 'setup.json');

/**
 * Returns the answers of a setup that was not completed; undefined if there is none.
 * @throws ConfigError if the file is damaged
 */
export async function readAnswers(state: string): Promise<SetupAnswers | undefined> {
  const file = answersFile(state);
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (content === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Answers), content);
  if (parsed.success) return parsed.output;
  throw new ConfigError(`${file} is damaged. Delete it, and run npm run setup again.`);
}

export const writeAnswers = (state: string, answers: SetupAnswers): Promise<void> =>
  writeAtomic(answersFile(state), `${JSON.stringify(answers, undefined, 2)}\n`, PRIVATE_FILE);

export const removeAnswers = (state: string): Promise<void> => rm(answersFile(state), { force: true });
