/** Options for `vi.waitFor` and `vi.waitUntil`, whose default timeout of one second is too short on a busy machine. */
export const PATIENT = { timeout: 60_000 };
