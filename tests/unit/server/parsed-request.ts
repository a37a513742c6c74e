import type { ParsedRequest } from '#src/server/parse-request.ts';

/** A GET of `path` at ash.test. */
export const parsedRequest = (path: string, given: Partial<ParsedRequest> = {}): ParsedRequest => ({
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
  ...given,
});
