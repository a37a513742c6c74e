import { createInterface } from 'node:readline/promises';
import { ConfigError } from '#src/lib/errors.ts';

/** A terminal for asking the user questions. */
export interface Terminal {
  /**
   * Asks a question until the answer is valid.
   * @param fallback the answer if the user enters nothing
   * @param wrong returns the problem with an answer, or undefined if the answer is valid
   */
  ask(question: string, fallback: string, wrong: (answer: string) => string | undefined): Promise<string>;
  tell(text: string): void;
  close(): void;
}

/**
 * Opens the terminal of this process; returns undefined if there is none. Questions are written to standard error,
 * because standard output is for the result.
 */
export function openTerminal(): Terminal | undefined {
  const { stdin, stderr } = process;
  return stdin.isTTY && stderr.isTTY ? terminalOf(stdin, stderr) : undefined;
}

/** Creates a terminal from two streams. Its `ask` throws a ConfigError if the input ends before the answer. */
export function terminalOf(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  const reader = createInterface({ input, output });
  const ended = new AbortController();
  reader.once('close', () => ended.abort());
  const answerTo = async (question: string) => {
    try {
      return (await reader.question(question, { signal: ended.signal })).trim();
    } catch (cause) {
      throw new ConfigError('\nThe input ended before all questions were answered. Nothing was changed.', { cause });
    }
  };
  return {
    async ask(question, fallback, wrong) {
      for (;;) {
        const answer = (await answerTo(`${question}${fallback && ` [${fallback}]`}: `)) || fallback;
        const problem = wrong(answer);
        if (problem === undefined) return answer;
        output.write(`  ${problem}\n`);
      }
    },
    tell: (text) => void output.write(text),
    close: () => reader.close(),
  };
}
