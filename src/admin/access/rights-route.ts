import { type Route, staffOf } from '../http/route.ts';
import { actsOf, isRole } from './roles.ts';

/** What the page need not offer, because it would be refused. */
export const RIGHTS_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/rights',
    act: 'session.read',
    run(request) {
      const { role } = staffOf(request);
      return { body: { data: { role, acts: isRole(role) ? actsOf(role) : [] } } };
    },
  },
];
