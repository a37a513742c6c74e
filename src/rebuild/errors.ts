import { LecternError } from '#src/lib/errors.ts';

/** A page could not be rendered: nothing is published. */
export const renderFault = (path: string, cause: string) =>
  new LecternError('RENDER', `The page ${path} could not be rendered: ${cause}`);
