import { createApp } from 'astro/app/entrypoint';

/** The built site: renders one request to one whole response. */
export const app = createApp({ streaming: false });
export { handler } from '@astrojs/node/server.js';
