import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** Where the contract can be read and tried. */
const REFERENCE_PATH = '/docs';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** No call links to others, and the empty column for links makes the table wider than a phone. */
const STYLES = '.response-col_links { display: none }';

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
  await app.register(swaggerUi, {
    routePrefix: REFERENCE_PATH,
    staticCSP: POLICY,
    theme: { title: 'Lectern upstream', css: [{ filename: 'lectern.css', content: STYLES }] },
    // Without the top bar: it requests another document, and its logo has a style element.
    uiConfig: { layout: 'BaseLayout' },
  });
}
