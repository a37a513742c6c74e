import ReleasesIcon from '@mui/icons-material/Inventory2Outlined';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { Menu, usePermissions, useSidebarState } from 'react-admin';
import type { Role } from '../../admin/access/roles.ts';
import { mayDo } from '../providers/permissions.ts';
import { GROUPS } from './resources.tsx';

/** The way to every screen that the role may see, by what it is about. */
export function AdminMenu() {
  const [isOpen] = useSidebarState();
  const { permissions: role } = usePermissions<Role>();
  return (
    <Menu sx={{ pb: 3 }}>
      <Menu.DashboardItem primaryText="Status" />
      {role !== undefined &&
        groupsFor(role).map(({ label, resources }) => (
          <Fragment key={label}>
            <GroupLabel label={label} isOpen={isOpen} />
            {resources.map(({ name }) => (
              <Menu.ResourceItem key={name} name={name} />
            ))}
            {label === 'Administration' && mayDo(role, 'releases', 'list') && (
              <Menu.Item to="/releases" primaryText="Releases" leftIcon={<ReleasesIcon />} />
            )}
          </Fragment>
        ))}
    </Menu>
  );
}

const groupsFor = (role: Role) =>
  GROUPS.map(({ label, resources }) => ({
    label,
    resources: resources.filter(({ name }) => mayDo(role, name, 'list')),
  })).filter(({ resources }) => resources.length > 0);

function GroupLabel({ label, isOpen }: { label: string; isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <Typography component="li" role="presentation" variant="overline" color="textSecondary" sx={{ px: 2.5, mt: 1 }}>
      {label}
    </Typography>
  );
}
