export { type DevContent, type DevServer, type DevServerOptions, startDevServer } from './dev-server.ts';
