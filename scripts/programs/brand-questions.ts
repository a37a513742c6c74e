import { createInterface } from 'node:readline/promises';
import { ConfigError } from '#src/lib/errors.ts';

/** Somebody who answers. */
export interface Terminal {
  /**
   * Asks until the answer is right.
   * @param fallback what an empty answer means
   * @param wrong says what is wrong with an answer; undefined for nothing
   */
  ask(question: string, fallback: string, wrong: (answer: string) => string | undefined): Promise<string>;
  tell(text: string): void;
  close(): void;
}

/** The terminal of the process; undefined where there is none. Questions go to standard error: standard output is the result's. */
export function openTerminal(): Terminal | undefined {
  const { stdin, stderr } = process;
  return stdin.isTTY && stderr.isTTY ? terminalOf(stdin, stderr) : undefined;
}

/** @throws ConfigError from `ask` where the answers end before the questions */
export function terminalOf(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Terminal {
  const reader = createInterface({ input, output });
  const ended = new AbortController();
  reader.once('close', () => ended.abort());
  const answerTo = async (question: string) => {
    try {
      return (await reader.question(question, { signal: ended.signal })).trim();
    } catch (cause) {
      throw new ConfigError('\nThe answers ended before the questions. Nothing was changed.', { cause });
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
