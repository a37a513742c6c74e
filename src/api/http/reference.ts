import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** Path of the interactive API reference. */
const REFERENCE_PATH = '/docs';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Hides the empty column for links, which makes the table wider than a phone. */
const STYLES = '.response-col_links { display: none }';

/**
 * Serves an interactive API reference for developers, and the OpenAPI document as JSON. Loads its packages only when it
 * is called.
 * @param document the OpenAPI document
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
    // This layout omits the top bar, which would request another document, and has a logo with a style element.
    uiConfig: { layout: 'BaseLayout' },
  });
}
