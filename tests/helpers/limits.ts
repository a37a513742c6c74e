/** Options for `vi.waitFor` and `vi.waitUntil`, whose default timeout of a second is too short for a busy machine. */
export const PATIENT = { timeout: 60_000 };
