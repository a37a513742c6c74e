/** In ascending order: each role includes the permissions of the roles before it. */
export const ROLES = ['editor', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];
