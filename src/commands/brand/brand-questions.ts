import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ConfigError } from '#src/lib/errors.ts';

/** A terminal for asking the user questions. */
export interface Terminal {
  /**
   * Asks a question until the answer is valid.
   * @param fallback the answer if the user enters nothing
   */
  ask(question: string, fallback: string, wrong: Wrong): Promise<string>;
  /** Like `ask`, but does not show what the user types. */
  askSecret(question: string, wrong: Wrong): Promise<string>;
  tell(text: string): void;
  close(): void;
}

/** Returns the problem with an answer, or undefined if the answer is valid. */
export type Wrong = (answer: string) => string | undefined | Promise<string | undefined>;

const NOTHING_CHANGED = 'The input ended before all questions were answered. Nothing was changed.';

/**
 * Opens the terminal of this process; returns undefined if there is none. Questions are written to standard error,
 * because standard output is for the result.
 * @param ended the message if the input ends before all questions are answered
 */
export function openTerminal(ended?: string): Terminal | undefined {
  const { stdin, stderr } = process;
  return stdin.isTTY && stderr.isTTY ? terminalOf(stdin, stderr, ended) : undefined;
}

/** Creates a terminal from two streams. Its `ask` throws a ConfigError if the input ends before the answer. */
export function terminalOf(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  ended: string = NOTHING_CHANGED,
): Terminal {
  const isTerminal = 'isTTY' in output && output.isTTY === true;
  let isMuted = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input, output: echo, terminal: isTerminal });
  const closed = new AbortController();
  reader.once('close', () => closed.abort());
  const answerTo = async (question: string) => {
    try {
      return await reader.question(question, { signal: closed.signal });
    } catch (cause) {
      throw new ConfigError(`\n${ended}`, { cause });
    }
  };
  const untilValid = async (read: () => Promise<string>, wrong: Wrong) => {
    for (;;) {
      const answer = await read();
      const problem = await wrong(answer);
      if (problem === undefined) return answer;
      output.write(`  ${problem}\n`);
    }
  };
  return {
    ask: (question, fallback, wrong) =>
      untilValid(
        async () => (await answerTo(`${question}${fallback && ` [${fallback}]`}: `)).trim() || fallback,
        wrong,
      ),
    askSecret: (question, wrong) =>
      untilValid(async () => {
        output.write(`${question}: `);
        isMuted = true;
        try {
          return await answerTo('');
        } finally {
          isMuted = false;
          output.write('\n');
        }
      }, wrong),
    tell: (text) => void output.write(text),
    close: () => reader.close(),
  };
}
