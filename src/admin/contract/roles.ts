/** In ascending order: each role includes the rights of those before it. */
export const ROLES = ['editor', 'operator', 'owner'] as const;
export type Role = (typeof ROLES)[number];
