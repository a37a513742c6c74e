import * as v from 'valibot';

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return v.pipe(v.string(), v.length(length), v.regex(/^[\w-]+$/, 'must be base64url without padding'));
};

/** A point on P-256, uncompressed. */
export const PushKey = base64url(65);
/** The secret that a browser shares with who may notify it. */
export const PushSecret = base64url(16);
/** Where a browser's push service takes messages for it; whoever has it and the keys can notify the browser. */
export const PushEndpoint = v.pipe(v.string(), v.maxLength(1000), v.regex(/^https?:\/\/[!-~]+$/, 'must be an address'));
