export { type DevContent, startDevServer } from './dev-server.ts';
