import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout,
  LoadingIndicator,
  Logout,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
} from 'react-admin';
import icon from '../icon.svg?url';
import { PublishButton } from '../publish/PublishButton.tsx';
import { useDraftCleanUp } from '../saving/use-draft-clean-up.ts';
import { PasswordItem, SecondFactorItem } from './AccountItems.tsx';
import { AdminSidebar } from './AdminSidebar.tsx';
import { AdminMenu } from './menu.tsx';

export function AdminLayout({ children }: { children: ReactNode }) {
  useDraftCleanUp();
  return (
    <Layout
      appBar={Bar}
      appBarAlwaysOn
      menu={AdminMenu}
      sidebar={AdminSidebar}
      sx={{ minWidth: 0, '& .RaLayout-content': { minWidth: 0, px: { xs: 1.5, md: 3 } } }}
    >
      {children}
    </Layout>
  );
}

function Bar() {
  return (
    <AppBar alwaysOn color="inherit" userMenu={<Account />} toolbar={<Tools />}>
      <Box
        component="img"
        src={icon}
        alt=""
        sx={{ width: 26, height: 26, mr: 1, display: { xs: 'none', sm: 'block' } }}
      />
      <Typography variant="h6" component="span" sx={{ mr: 2, display: { xs: 'none', md: 'block' } }}>
        Lectern
      </Typography>
      <TitlePortal
        component="h1"
        variant="subtitle1"
        sx={{
          color: { md: 'text.secondary' },
          '& > span': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
        }}
      />
    </AppBar>
  );
}

const Tools = () => (
  <>
    <PublishButton />
    <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
      <LoadingIndicator />
    </Box>
    <ToggleThemeButton />
  </>
);

/** The user menu. Its accessible label is the visible name. */
function Account() {
  const { identity } = useGetIdentity();
  return (
    <UserMenu label={identity?.fullName ?? 'Account'}>
      <PasswordItem />
      <SecondFactorItem />
      <Logout />
    </UserMenu>
  );
}
