import { createApp } from 'astro/app/entrypoint';

/** The built site: renders one request to one whole response. */
export const app = createApp({ streaming: false });

/** Pages are then rendered without a policy of their own, which takes a hash of each script: the front sends the bundle's. */
export function leaveOutPolicy(): void {
  app.manifest.shouldInjectCspMetaTags = false;
}
export { handler } from '@astrojs/node/server.js';
