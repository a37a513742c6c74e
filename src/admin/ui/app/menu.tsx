import RedirectsIcon from '@mui/icons-material/AltRouteOutlined';
import ImportIcon from '@mui/icons-material/FileUploadOutlined';
import StatisticsIcon from '@mui/icons-material/InsightsOutlined';
import ReleasesIcon from '@mui/icons-material/Inventory2Outlined';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { Menu, usePermissions, useSidebarState } from 'react-admin';
import type { SessionAnswer } from '../../contract/answers.ts';
import { mayDo } from '../providers/permissions.ts';
import { GROUPS } from './resources.tsx';

/** The sidebar menu: the screens that the role may open, in groups. */
export function AdminMenu() {
  const [isOpen] = useSidebarState();
  const { permissions: acts } = usePermissions<SessionAnswer['acts']>();
  return (
    <Menu sx={{ pb: 3 }}>
      <Menu.DashboardItem primaryText="Status" />
      {acts !== undefined && mayDo(acts, 'statistics', 'list') && (
        <Menu.Item to="/statistics" primaryText="Statistics" leftIcon={<StatisticsIcon />} />
      )}
      {acts !== undefined &&
        groupsFor(acts).map(({ label, resources }) => (
          <Fragment key={label}>
            <GroupLabel label={label} isOpen={isOpen} />
            {resources.map(({ name }) => (
              <Menu.ResourceItem key={name} name={name} />
            ))}
            {label === 'Content' && mayDo(acts, 'imports', 'list') && (
              <Menu.Item to="/import" primaryText="Import" leftIcon={<ImportIcon />} />
            )}
            {label === 'Front pages' && mayDo(acts, 'redirects', 'list') && (
              <Menu.Item to="/redirects" primaryText="Redirects" leftIcon={<RedirectsIcon />} />
            )}
            {label === 'Administration' && mayDo(acts, 'releases', 'list') && (
              <Menu.Item to="/releases" primaryText="Releases" leftIcon={<ReleasesIcon />} />
            )}
          </Fragment>
        ))}
    </Menu>
  );
}

const groupsFor = (acts: SessionAnswer['acts']) =>
  GROUPS.map(({ label, resources }) => ({
    label,
    resources: resources.filter(({ name }) => mayDo(acts, name, 'list')),
  })).filter(({ resources }) => resources.length > 0);

function GroupLabel({ label, isOpen }: { label: string; isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <Typography component="li" role="presentation" variant="overline" color="textSecondary" sx={{ px: 2.5, mt: 1 }}>
      {label}
    </Typography>
  );
}
