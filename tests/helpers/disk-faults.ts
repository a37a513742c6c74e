import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** The functions of Node that the project uses to change the disk. */
const CHANGES = [
  'appendFileSync',
  'copyFileSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'symlinkSync',
  'writeFileSync',
  'writeSync',
] as const;
const ASYNC_CHANGES = ['mkdir', 'open', 'rename', 'writeFile'] as const;

/** A change to the disk: the function that is called, and the path. */
export interface Step {
  readonly call: string;
  readonly path: string;
}

export interface DiskFaults {
  /** The changes so far. */
  readonly steps: readonly Step[];
  /** Restores the original functions. */
  end(): void;
}

type Change = (...args: unknown[]) => unknown;

/**
 * Makes changes to the disk fail in this process.
 * @param fails returns whether a change fails
 * @param code code of the system error, such as ENOSPC
 */
export function startDiskFaults(fails: (step: Step) => boolean = () => false, code = 'ENOSPC'): DiskFaults {
  const steps: Step[] = [];
  const restore: (() => void)[] = [];
  const wrap = (target: object, name: string) => {
    const functions = target as Record<string, Change>;
    const real = functions[name];
    if (!real) throw new Error(`Node has no ${name}.`);
    functions[name] = (...args) => {
      const step = { call: name, path: pathOf(name, args) };
      steps.push(step);
      if (!fails(step)) return real(...args);
      const error = Object.assign(new Error(`${code}: simulated failure, ${name}`), {
        code,
        syscall: name,
        path: step.path,
      });
      if (target === fs) throw error;
      return Promise.reject(error);
    };
    restore.push(() => {
      functions[name] = real;
    });
  };
  for (const name of CHANGES) wrap(fs, name);
  for (const name of ASYNC_CHANGES) wrap(fs.promises, name);
  syncBuiltinESMExports();
  return {
    steps,
    end() {
      for (const undo of restore) undo();
      syncBuiltinESMExports();
    },
  };
}

/** Returns the path that a call creates, which is the second path if the call has two. */
const pathOf = (name: string, args: readonly unknown[]) =>
  String(/^(copyFile|link|rename|symlink)/.test(name) ? args[1] : args[0]);
