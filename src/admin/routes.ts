import { INVITATION_ROUTES } from './access/invitation-routes.ts';
import { RIGHTS_ROUTES } from './access/rights-route.ts';
import { SECOND_FACTOR_ROUTES } from './access/second-factor-routes.ts';
import { SESSION_ROUTES } from './access/session-routes.ts';
import { PREVIEW_ROUTES } from './content/preview-route.ts';
import type { Route } from './http/route.ts';
import { PUBLISH_ROUTES } from './publish/routes.ts';
import { resourceRoutes } from './records/resource.ts';
import { RESOURCES } from './resources/index.ts';
import { STAFF_INVITATION_ROUTES } from './resources/staff-invitations.ts';
import { STATUS_ROUTES } from './status/routes.ts';

/** Every address of the API, below `/api`. */
export const ADMIN_ROUTES: readonly Route[] = [
  ...SESSION_ROUTES,
  ...INVITATION_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...RIGHTS_ROUTES,
  ...PREVIEW_ROUTES,
  ...PUBLISH_ROUTES,
  ...STATUS_ROUTES,
  ...STAFF_INVITATION_ROUTES,
  ...RESOURCES.flatMap((resource) => resourceRoutes(resource)),
];
