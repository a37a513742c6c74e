import type { ParsedRequest } from '#src/serve/http/parse-request.ts';

/** A GET request for `path` at the host ash.test. */
export const parsedRequest = (path: string, change: Partial<ParsedRequest> = {}): ParsedRequest => ({
  method: 'GET',
  path,
  search: '',
  host: 'ash.test',
  clientAddress: '127.0.0.1',
  ifNoneMatch: undefined,
  acceptEncoding: undefined,
  availableDictionary: undefined,
  acceptLanguage: undefined,
  cookie: undefined,
  fetchSite: undefined,
  origin: undefined,
  ...change,
});
