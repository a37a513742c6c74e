import { defaultTheme, type RaThemeOptions } from 'react-admin';

/**
 * Where menus and options open: in the topmost dialog, because everything outside an open dialog is hidden from
 * assistive technology, otherwise in the main landmark, because assistive technology may skip content outside landmarks.
 */
const overlayContainer = () =>
  [...document.querySelectorAll('.MuiDialog-root')].at(-1) ?? document.querySelector('main') ?? document.body;

/** Viewports below MUI's breakpoint `sm`. */
const PHONE = '@media (max-width:599.95px)';

/** Viewports below MUI's breakpoint `md`. */
const TABLET = '@media (max-width:899.95px)';

const HEADINGS = 'Literata, "Iowan Old Style", Georgia, serif';
const TEXT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

interface Colours {
  readonly ground: string;
  readonly paper: string;
  readonly line: string;
  readonly ink: string;
  readonly soft: string;
  readonly primary: string;
  readonly onPrimary: string;
  readonly wash: string;
}

/** Paper, ink and one accent in Lectern's blue-grey. Every text has AA contrast on every background. */
const DAY: Colours = {
  ground: '#f3f5f7',
  paper: '#ffffff',
  line: '#dbe1e6',
  ink: '#1b252c',
  soft: '#52626d',
  primary: '#2c617f',
  onPrimary: '#ffffff',
  wash: '#e6eff4',
};
const NIGHT: Colours = {
  ground: '#13181c',
  paper: '#1b2227',
  line: '#313b43',
  ink: '#e4eaee',
  soft: '#a3b1bb',
  primary: '#8cc0de',
  onPrimary: '#10202b',
  wash: '#22323c',
};

export const dayTheme = themeOf('light', DAY);
export const nightTheme = themeOf('dark', NIGHT);

function themeOf(mode: 'light' | 'dark', colours: Colours): RaThemeOptions {
  const { ground, paper, line, ink, soft, primary, onPrimary } = colours;
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: primary, contrastText: onPrimary },
      secondary: { main: primary, contrastText: onPrimary },
      error: { main: mode === 'light' ? '#b3261e' : '#ffb4ab' },
      warning: { main: mode === 'light' ? '#8a5100' : '#f2bd6d' },
      success: { main: mode === 'light' ? '#1d6b3c' : '#86d5a0' },
      info: { main: primary },
      background: { default: ground, paper },
      text: { primary: ink, secondary: soft },
      divider: line,
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: TEXT,
      fontSize: 14,
      h4: { fontFamily: HEADINGS, fontWeight: 600, fontSize: '1.75rem', letterSpacing: '-0.01em' },
      h5: { fontFamily: HEADINGS, fontWeight: 600, fontSize: '1.375rem', letterSpacing: '-0.01em' },
      h6: { fontFamily: HEADINGS, fontWeight: 600, fontSize: '1.125rem' },
      button: { textTransform: 'none', fontWeight: 600 },
      overline: { letterSpacing: '0.06em', fontWeight: 600, lineHeight: 2 },
    },
    sidebar: { width: 216, closedWidth: 56 },
    components: { ...defaultTheme.components, ...componentsOf(colours) },
  } as RaThemeOptions;
}

function componentsOf({
  ground,
  paper,
  line,
  ink,
  soft,
  primary,
  wash,
}: Colours): NonNullable<RaThemeOptions['components']> {
  const edge = { border: `1px solid ${line}`, boxShadow: 'none', backgroundImage: 'none' };
  return {
    MuiCssBaseline: { styleOverrides: { ':focus-visible': { outline: `2px solid ${primary}`, outlineOffset: 2 } } },
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: { styleOverrides: { root: { minHeight: 36 } }, defaultProps: { disableElevation: true } },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'inherit' },
      styleOverrides: {
        root: { backgroundColor: paper, color: ink, borderBottom: `1px solid ${line}`, backgroundImage: 'none' },
      },
    },
    MuiPaper: {
      styleOverrides: { root: { backgroundImage: 'none' }, elevation1: edge },
    },
    MuiTableCell: {
      styleOverrides: { root: { borderColor: line }, head: { color: soft, fontWeight: 600, backgroundColor: paper } },
    },
    // On phones, notifications appear above the form's toolbar, so that they do not cover the Save button.
    MuiSnackbar: {
      styleOverrides: { root: { [PHONE]: { bottom: 'calc(80px + env(safe-area-inset-bottom, 0px))' } } },
    },
    MuiPopover: { defaultProps: { container: overlayContainer } },
    MuiPopper: { defaultProps: { container: overlayContainer } },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.8125rem' } } },
    MuiAlert: { styleOverrides: { root: { alignItems: 'center' } } },
    // The text below a disabled field says why it is disabled, so it must be readable.
    MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: soft } } } },
    MuiLink: { defaultProps: { underline: 'hover' } },
    MuiTab: { styleOverrides: { root: { minHeight: 48 } } },
    MuiTextField: {
      defaultProps: { variant: 'outlined' as const, size: 'small' as const, margin: 'dense' as const, fullWidth: true },
    },
    MuiFormControl: {
      defaultProps: { variant: 'outlined' as const, size: 'small' as const, margin: 'dense' as const, fullWidth: true },
    },
    ...raComponents({ ground, line, ink, soft, primary, wash }),
  } as NonNullable<RaThemeOptions['components']>;
}

/** Overrides for react-admin's components, whose names are missing from MUI's types. */
function raComponents({ ground, line, ink, soft, primary, wash }: Omit<Colours, 'paper' | 'onPrimary'>) {
  return {
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          minHeight: 40,
          margin: '1px 8px',
          padding: '6px 12px',
          borderRadius: 8,
          color: soft,
          '& .RaMenuItemLink-icon': { minWidth: 34, color: 'inherit' },
          '&.RaMenuItemLink-active': { color: primary, backgroundColor: wash, fontWeight: 600 },
          '&:hover': { color: ink },
        },
      },
    },
    RaList: {
      // Only the table scrolls: `overflow` on the whole content would clip the bulk actions toolbar above it.
      styleOverrides: {
        root: { '& .RaList-main': { minWidth: 0 }, '& .RaDataTable-tableWrapper': { overflowX: 'auto' } },
      },
    },
    RaSimpleForm: {
      styleOverrides: { root: { maxWidth: 760 } },
    },
    // The spacer after a permanent filter takes up width that phones need.
    RaFilterFormInput: {
      styleOverrides: { root: { [PHONE]: { '& .RaFilterFormInput-spacer': { display: 'none' } } } },
    },
    RaListToolbar: { styleOverrides: { root: { backgroundColor: 'transparent !important' } } },
    RaTopToolbar: { styleOverrides: { root: { backgroundColor: 'transparent !important' } } },
    RaDataTable: {
      styleOverrides: {
        root: {
          '& .RaDataTable-headerCell': { color: soft, fontWeight: 600 },
          // On tablets, long words and email addresses break instead of making the table scroll sideways.
          '& .MuiTableCell-root': { paddingInline: 10, [TABLET]: { paddingInline: 6, overflowWrap: 'anywhere' } },
          '& .RaDataTable-row:last-of-type td': { borderBottom: 0 },
        },
      },
    },
    // By default, the text has the colour of disabled text, whose contrast is too low.
    RaLoading: { styleOverrides: { root: { '& .RaLoading-message': { color: soft } } } },
    RaToolbar: { styleOverrides: { root: { backgroundColor: ground, borderTop: `1px solid ${line}` } } },
    RaBulkActionsToolbar: {
      styleOverrides: {
        root: {
          '& .RaBulkActionsToolbar-toolbar': { backgroundColor: wash },
          // On phones, the toolbar is at the bottom of the screen, within reach of the thumb.
          [PHONE]: {
            '& .RaBulkActionsToolbar-toolbar': {
              position: 'fixed',
              inset: 'auto 0 0',
              zIndex: 1100,
              transform: 'none',
              borderRadius: 0,
              borderTop: `1px solid ${line}`,
            },
            '& .RaBulkActionsToolbar-collapsed': { borderTop: 0 },
          },
        },
      },
    },
  };
}
