/** All calls of the contract, in a file per domain. */
export * from './auth.ts';
export * from './book.ts';
export * from './brand.ts';
export * from './chapter.ts';
export * from './device.ts';
export * from './help-event.ts';
export * from './library.ts';
export * from './list.ts';
export * from './measurement.ts';
export * from './push.ts';
export * from './report.ts';
export * from './search.ts';
export * from './session.ts';
export * from './share.ts';
export * from './suggestion.ts';
export * from './translator.ts';
export * from './user.ts';
