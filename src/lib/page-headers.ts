import { REPORTING_ENDPOINTS } from './response-headers.ts';
import { SPECULATION_RULES } from './speculation-rules.ts';

/** Headers that pages have besides those of every answer. @param policy value of Content-Security-Policy */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policy,
  'Reporting-Endpoints': REPORTING_ENDPOINTS,
  'Speculation-Rules': SPECULATION_RULES,
});
