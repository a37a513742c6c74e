import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { startOidcServer } from '../helpers/oidc-server.ts';
import { startApi } from '../integration/api/fixture.ts';
import { firstInput } from './at-rest.ts';
import { startSecondServer } from './second-server.ts';

/** Finds a free port, because the provider and the API need the site's address in advance. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

test('a visitor signs in at an OpenID provider and returns to the page from which sign-in was opened', async ({
  page,
}) => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const provider = await startOidcServer([`${origin}/login`]);
  const { issuer, clientId, clientSecret } = provider;
  const api = await startApi(async () => {}, {
    prefixes: [{ prefix: '/public', brand: 'local', site: { origin, name: 'Lectern' } }],
    oidc: { issuer, clientId, clientSecret, name: 'Example ID' },
    now: () => new Date(),
  });
  const server = await startSecondServer(api.address, process.env['LECTERN_E2E_STATE'], port);
  try {
    await page.goto(`${origin}/myinfo`);
    await expect(page).toHaveURL(/\/login\?to=%2Fmyinfo$/);
    await firstInput(page);
    await page.getByRole('button', { name: 'Continue with Example ID' }).click();
    await expect(page).toHaveURL(new RegExp(`^${issuer}/interaction/`));
    await page.locator('input[name=login]').fill('ann');
    await page.locator('input[name=password]').fill('any');
    await page.locator('[type=submit]').click();
    // Accepts the requested scopes on the provider's next page.
    await page.locator('[type=submit]').click();
    await expect(page).toHaveURL(`${origin}/myinfo`);
    await expect(page.locator('.profile')).toContainText('The ann');
    await expect(page.locator('.profile')).toContainText('ann@example.org');
    const cookie = (await page.context().cookies(origin)).find(({ name }) => name === '__Host-lectern_session');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
    await page.reload();
    await expect(page.locator('.profile')).toContainText('The ann');
  } finally {
    await server.close();
    await api.close();
    await provider.close();
  }
});
