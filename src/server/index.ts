export { createFront, type Front, type FrontConfig } from './create-front.ts';
export { createGuardedServer } from './server.ts';
