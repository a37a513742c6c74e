import { lazy } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { FirstScreenPage } from '../first-screen/FirstScreenPage.tsx';
import { BatchPage } from '../import/BatchPage.tsx';
import { ImportPage } from '../import/ImportPage.tsx';
import {
  authProvider,
  FIRST_SCREEN_PATH,
  INVITATION_PATH,
  PASSWORD_PATH,
  SECOND_FACTOR_PATH,
} from '../providers/auth-provider.ts';
import { dataProvider } from '../providers/data-provider.ts';
import { RedirectsPage } from '../redirects/RedirectsPage.tsx';
import { InvitationPage } from '../sign-in/InvitationPage.tsx';
import { PasswordPage } from '../sign-in/PasswordPage.tsx';
import { SecondFactorPage } from '../sign-in/SecondFactorPage.tsx';
import { SignInPage } from '../sign-in/SignInPage.tsx';
import { ReleasesPage } from '../status/ReleasesPage.tsx';
import { StatusPage } from '../status/StatusPage.tsx';
import { AdminLayout } from './AdminLayout.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { GROUPS } from './resources.tsx';
import { dayTheme, nightTheme } from './theme.ts';

const StatisticsPage = lazy(() =>
  import('../statistics/StatisticsPage.tsx').then((module) => ({ default: module.StatisticsPage })),
);
const BookStatisticsPage = lazy(() =>
  import('../statistics/BookStatisticsPage.tsx').then((module) => ({ default: module.BookStatisticsPage })),
);

/** The admin's root component. */
export function AdminApp() {
  return (
    <Admin
      title="Lectern admin"
      dataProvider={dataProvider}
      authProvider={authProvider}
      dashboard={StatusPage}
      layout={AdminLayout}
      catchAll={NotFoundPage}
      loginPage={SignInPage}
      theme={dayTheme}
      darkTheme={nightTheme}
      requireAuth
      disableTelemetry
    >
      {GROUPS.flatMap(({ resources }) => resources).map((props) => (
        <Resource key={props.name} {...props} />
      ))}
      <Resource name="brands" recordRepresentation="name" />
      <CustomRoutes>
        <Route path="/import" element={<ImportPage />} />
        <Route path="/import/:batch" element={<BatchPage />} />
        <Route path="/import/:batch/:book" element={<BatchPage />} />
        <Route path="/redirects" element={<RedirectsPage />} />
        <Route path="/redirects/:brand" element={<RedirectsPage />} />
        <Route path="/statistics" element={<StatisticsPage />} />
        <Route path="/statistics/:brand" element={<StatisticsPage />} />
        <Route path="/statistics/:brand/books/:book" element={<BookStatisticsPage />} />
        <Route path="/releases" element={<ReleasesPage />} />
        <Route path="/releases/:brand" element={<ReleasesPage />} />
      </CustomRoutes>
      <CustomRoutes noLayout>
        <Route path={PASSWORD_PATH} element={<PasswordPage />} />
        <Route path={SECOND_FACTOR_PATH} element={<SecondFactorPage />} />
        <Route path={`${INVITATION_PATH}/:token`} element={<InvitationPage />} />
        <Route path={FIRST_SCREEN_PATH} element={<FirstScreenPage />} />
        <Route path={`${FIRST_SCREEN_PATH}/:token`} element={<FirstScreenPage />} />
      </CustomRoutes>
    </Admin>
  );
}
