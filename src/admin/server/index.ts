export { inviteToAdmin } from './access/invite.ts';
export { isRole } from './access/roles.ts';
export type { AdminMail } from './access/staff-mails.ts';
export { type AdminJobs, firstPaths } from './jobs.ts';
export { type Admin, type AdminConfig, createAdmin } from './server.ts';
