import ShieldIcon from '@mui/icons-material/ShieldOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { Link, useUserMenu } from 'react-admin';
import { SECOND_FACTOR_PATH } from '../providers/auth-provider.ts';

/** The way to the second factor, in the menu of the account. */
export function SecondFactorItem() {
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to={SECOND_FACTOR_PATH} onClick={() => menu?.onClose()}>
      <ListItemIcon>
        <ShieldIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>Second factor</ListItemText>
    </MenuItem>
  );
}
