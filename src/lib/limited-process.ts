import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LecternError, messageOf } from './errors.ts';

/**
 * Runs one of our programs on an untrusted file, in a separate process with limits: an SQLite query cannot be interrupted from
 * another thread, and its memory is outside the heap.
 */
export interface LimitedProgram<Input> {
  /** A `*.process.ts` that calls `answerLimited`. */
  readonly program: URL;
  readonly input: Input;
  readonly limitMs: number;
  readonly maxMemoryBytes?: number;
  /** The task, for messages, such as "Reading the manifest". */
  readonly what: string;
}

/** The program exceeded its time or memory, ended early, or refused its input. */
class LimitedProcessError extends LecternError {
  constructor(message: string) {
    super('LIMITED', message);
  }
}

const MAX_MEMORY_BYTES = 1024 * 2 ** 20;
const MAX_HEAP_MB = 384;
const MAX_ANSWER_BYTES = 2 ** 20;
const LOOK_MS = 50;
const PAGE_BYTES = 4096;

type Answer<Output> = { readonly output: Output } | { readonly refused: string };

/** @throws LimitedProcessError */
export function runLimited<Input, Output>({
  program,
  input,
  limitMs,
  maxMemoryBytes = MAX_MEMORY_BYTES,
  what,
}: LimitedProgram<Input>): Promise<Output> {
  const flags = [`--max-old-space-size=${MAX_HEAP_MB}`, '--disable-warning=ExperimentalWarning'];
  return new Promise((resolve, reject) => {
    // Without the environment, which may contain secrets.
    const child = spawn(process.execPath, [...flags, fileURLToPath(program), JSON.stringify(input)], {
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let reason: string | undefined;
    const end = (why: string) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(`took longer than ${Math.round(limitMs / 1000)} seconds`), limitMs);
    const watch = setInterval(() => {
      if (memoryOf(child.pid) > maxMemoryBytes) end(`took more than ${Math.round(maxMemoryBytes / 2 ** 20)} MiB`);
    }, LOOK_MS);
    const output = { text: '', errors: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
      if (output.text.length > MAX_ANSWER_BYTES) end('answered too much');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.errors = (output.errors + text).slice(-MAX_ERROR_CHARACTERS);
    });
    child.on('error', (error) => end(messageOf(error)));
    child.on('close', (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      const answer = reason === undefined && code === 0 ? answerOf<Output>(output.text) : undefined;
      if (answer && 'output' in answer) return resolve(answer.output);
      const why = answer?.refused ?? reason ?? `ended with ${code}: ${output.errors.trim()}`;
      reject(new LimitedProcessError(answer ? why : `${what} ${why}.`));
    });
  });
}

const MAX_ERROR_CHARACTERS = 2000;

function answerOf<Output>(text: string): Answer<Output> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bytes in memory; 0 if the system does not report it. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** The body of a program: replies with the result of `work`, or refuses with its error. */
export async function answerLimited<Input, Output>(work: (input: Input) => Output | Promise<Output>): Promise<void> {
  const answer = (value: Answer<Output>) => process.stdout.write(JSON.stringify(value));
  try {
    answer({ output: await work(JSON.parse(process.argv[2] ?? '')) });
  } catch (error) {
    answer({ refused: messageOf(error) });
  }
}
