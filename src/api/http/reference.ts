import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** Where the contract can be read and tried. */
const REFERENCE_PATH = '/docs';

/**
 * Serves the contract as a page on which calls can be tried, and as JSON below it: for developers. Its packages are loaded only
 * then. @param document OpenAPI
 */
export async function addReference(app: FastifyInstance, document: object): Promise<void> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, { routePrefix: REFERENCE_PATH, staticCSP: true });
}
