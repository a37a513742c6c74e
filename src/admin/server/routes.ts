import { INVITATION_ROUTES } from './access/invitation-routes.ts';
import { PASSWORD_ROUTES } from './access/password-routes.ts';
import { SECOND_FACTOR_ROUTES } from './access/second-factor-routes.ts';
import { SESSION_ROUTES } from './access/session-routes.ts';
import { CLEAN_ROUTES } from './content/clean-route.ts';
import { PICTURE_ROUTES } from './content/picture-routes.ts';
import { PREVIEW_ROUTES } from './content/preview-route.ts';
import { TEXT_ROUTES } from './content/text-routes.ts';
import type { Route } from './http/route.ts';
import { IMPORT_ROUTES } from './imports/routes.ts';
import { PRESENCE_ROUTES } from './presence/routes.ts';
import { PUBLISH_ROUTES } from './publish/routes.ts';
import { REDIRECT_ROUTES } from './redirects/routes.ts';
import { CATEGORY_ROUTES } from './resources/categories.ts';
import { RESOURCE_ROUTES } from './resources/index.ts';
import { STAFF_INVITATION_ROUTES } from './resources/staff-invitations.ts';
import { REVISION_ROUTES } from './revisions/routes.ts';
import { STATISTICS_ROUTES } from './statistics/routes.ts';
import { STATUS_ROUTES } from './status/routes.ts';
import { TAKEN_DOWN_ROUTES } from './takedowns/routes.ts';

/** Every address of the API, below `/api`. */
export const ADMIN_ROUTES: readonly Route[] = [
  ...SESSION_ROUTES,
  ...INVITATION_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...PASSWORD_ROUTES,
  ...PREVIEW_ROUTES,
  ...CLEAN_ROUTES,
  ...PICTURE_ROUTES,
  ...TEXT_ROUTES,
  ...PRESENCE_ROUTES,
  ...PUBLISH_ROUTES,
  ...IMPORT_ROUTES,
  ...STATUS_ROUTES,
  ...STATISTICS_ROUTES,
  ...STAFF_INVITATION_ROUTES,
  ...CATEGORY_ROUTES,
  ...REVISION_ROUTES,
  ...REDIRECT_ROUTES,
  ...TAKEN_DOWN_ROUTES,
  ...RESOURCE_ROUTES,
];
