import { SPECULATION_RULES } from './speculation-rules.ts';

/**
 * Headers of pages, in addition to the headers of every response.
 * @param policy value of Content-Security-Policy
 */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'Speculation-Rules': SPECULATION_RULES,
});
