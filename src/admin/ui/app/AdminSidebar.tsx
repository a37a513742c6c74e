import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useLayoutEffect, useRef, useState } from 'react';
import { Sidebar, type SidebarProps, useSidebarState } from 'react-admin';

/**
 * react-admin's sidebar: a column, or a drawer over the page on phones.
 *
 * react-admin stores one state for both. When a window becomes as narrow as a phone, an open column would become an open
 * drawer for a moment. MUI closes it before it has appeared, and never removes its backdrop, which makes the page
 * inert. So the drawer only mounts once the state says closed, and the state of the column is restored afterwards.
 */
export function AdminSidebar(props: SidebarProps) {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [isOpen, setOpen] = useSidebarState();
  const [isDrawer, setDrawer] = useState(false);
  const wasColumnOpen = useRef(true);
  useLayoutEffect(() => {
    if (isPhone === isDrawer) {
      if (!isPhone) wasColumnOpen.current = isOpen;
      return;
    }
    if (isPhone && isOpen) return setOpen(false);
    if (!isPhone) setOpen(wasColumnOpen.current);
    setDrawer(isPhone);
  }, [isPhone, isDrawer, isOpen, setOpen]);
  return isPhone && !isDrawer ? null : <Sidebar {...props} />;
}
