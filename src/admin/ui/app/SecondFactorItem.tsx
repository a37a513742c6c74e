import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { Link, useUserMenu } from 'react-admin';
import { SECOND_FACTOR_PATH } from '../providers/auth-provider.ts';

/** User menu item that opens the two-factor authentication page. */
export function SecondFactorItem() {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to={SECOND_FACTOR_PATH} onClick={() => menu?.onClose()}>
      <ListItemIcon>
        <ShieldIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>Two-factor authentication</ListItemText>
    </MenuItem>
  );
}
