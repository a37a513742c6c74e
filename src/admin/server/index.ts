export { addFirstOwner } from './access/first-owner.ts';
export { inviteToAdmin, StaffEmail } from './access/invite.ts';
export { isRole } from './access/roles.ts';
export type { AdminMail } from './access/staff-mails.ts';
export { passwordProblem } from './access/staff-password.ts';
export { createFirstScreen, type FirstScreen } from './first-screen/server.ts';
export type { SiteSetup, StoredAnswers } from './first-screen/site-setup.ts';
export { type AdminJobs, firstPaths } from './jobs.ts';
export { type Admin, type AdminConfig, createAdmin } from './server.ts';
