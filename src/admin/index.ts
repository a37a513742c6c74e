export { inviteToAdmin } from './access/invite.ts';
export { isRole, ROLES, type Role } from './access/roles.ts';
export type { AdminMail } from './access/staff-mails.ts';
export type { PagePlan, PublishEnd, Publishing, PublishProgress } from './publish/types.ts';
export { type Admin, type AdminConfig, createAdmin } from './server.ts';
export type { CommandOutput } from './status/run-releases.ts';
