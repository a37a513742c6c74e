import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createWriter, openStore } from '#src/api/index.ts';
import { book, chapter } from '../api/fixture.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A running command of the project with a state folder of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything that the command has written to standard output so far. */
  out(): string;
  err(): string;
  /** Waits until standard output matches a pattern, or until the program exits. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /**
   * Waits for the program to exit.
   * @returns the exit code or signal
   */
  ended(): Promise<number | string>;
  /** Sends SIGTERM and waits until the program exits. */
  stop(): Promise<number | string>;
}

export function runProgram(
  name: string,
  args: readonly string[],
  state: string,
  environment: NodeJS.ProcessEnv = {},
): Program {
  const env = { ...process.env, NODE_ENV: 'production', LECTERN_STATE: state, ...environment };
  const child = spawn(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args], { env, cwd: ROOT });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const end = once(child, 'close').then(([code, signal]): number | string => code ?? signal);
  return {
    child,
    out: () => output.out,
    err: () => output.err,
    ended: () => end,
    async says(pattern) {
      for (;;) {
        const found = pattern.exec(output.out);
        if (found) return found;
        const over = await Promise.race([end, once(child.stdout, 'data').then(() => undefined)]);
        if (over !== undefined && !pattern.test(output.out))
          throw new Error(`${name} ended with ${over} and without saying ${pattern}:\n${output.out}${output.err}`);
      }
    },
    stop() {
      child.kill('SIGTERM');
      return end;
    },
  };
}

/** Adds books to the store of the embedded API in a state folder. */
export async function fillStore(state: string, books: number): Promise<void> {
  const store = await openStore(join(state, 'api'));
  const writer = createWriter(store);
  await writer.transaction(async () => {
    for (let number = 1; number <= books; number += 1) {
      const html = `<p>${`What happened in story ${number}, at length. `.repeat(60)}</p>`;
      const chapters = ['One', 'Two', 'Three'].map((title) => chapter(title, { html }));
      await writer.putBook(
        book(`k${number}`, { title: `Story ${number}: "The & the"`, subCategory: 'Dragons', chapters }),
      );
    }
  });
  await store.close();
}
