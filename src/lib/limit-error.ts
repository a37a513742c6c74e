import { LecternError } from './errors.ts';

/** A job that was ended, or not begun, because of a limit; the message says which, its value, and what to do. */
export class LimitError extends LecternError {
  readonly limit: 'time' | 'memory' | 'waiting';

  constructor(limit: LimitError['limit'], message: string, options: { cause?: unknown } = {}) {
    super('LIMIT', message, options);
    this.limit = limit;
  }
}
