/** Replaces texts in the audit log that a takedown has erased. */
export const ERASED = '[erased by a takedown]';
