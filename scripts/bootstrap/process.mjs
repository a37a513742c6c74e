// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Exit code of a process as a shell would report it: 128 + n if signal n ended it.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  return signal === null ? (code ?? 1) : 128 + constants.signals[signal];
}

/**
 * Runs a program with our standard streams, forwards signals to it, and waits until it exits.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {import('node:child_process').StdioOptions} [stdio]
 * @param {string} [cwd] its working folder
 * @returns {Promise<number>} its exit code
 */
export function runToEnd(program, args, env, stdio = 'inherit', cwd = process.cwd()) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio, cwd });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      // Control-C in a terminal reaches the whole process group, so the child has already received it.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of FORWARDED) process.on(signal, forward);
    const release = () => {
      for (const signal of FORWARDED) process.off(signal, forward);
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', (code, signal) => {
      release();
      resolve(exitCodeOf(code, signal));
    });
  });
}
