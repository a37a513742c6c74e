import { LecternError } from './errors.ts';

/** A job was ended or refused because of a limit; the message names it, its value, and what to do. */
export class LimitError extends LecternError {
  readonly limit: 'time' | 'memory' | 'waiting';

  constructor(limit: LimitError['limit'], message: string, options: { cause?: unknown } = {}) {
    super('LIMIT', message, options);
    this.limit = limit;
  }
}
