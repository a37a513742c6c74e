import PasswordIcon from '@mui/icons-material/PasswordOutlined';
import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import type { ReactNode } from 'react';
import { Link, useUserMenu } from 'react-admin';
import { PASSWORD_PATH, SECOND_FACTOR_PATH } from '../providers/auth-provider.ts';

/** User menu item that opens the page to change the password. */
export const PasswordItem = () => (
  <Item to={PASSWORD_PATH} icon={<PasswordIcon fontSize="small" />} text="Change password" />
);

/** User menu item that opens the two-factor authentication page. */
export const SecondFactorItem = () => (
  <Item to={SECOND_FACTOR_PATH} icon={<ShieldIcon fontSize="small" />} text="Two-factor authentication" />
);

function Item({ to, icon, text }: { to: string; icon: ReactNode; text: string }) {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to={to} onClick={() => menu?.onClose()}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{text}</ListItemText>
    </MenuItem>
  );
}
