import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactElement } from 'react';
import { keyText } from './formats.ts';

interface ToolProps {
  readonly label: string;
  readonly keys?: string | undefined;
  /** Whether a button that can be switched on is on. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: ReactElement | undefined;
}

/** A button. Unavailable buttons keep the focus, because the keyboard could not find them otherwise. */
export function Tool({ label, keys, isOn, isOff = false, onClick, children }: ToolProps) {
  return (
    <Tooltip title={keys === undefined ? label : `${label} (${keyText(keys)})`} describeChild>
      <IconButton
        aria-label={label}
        aria-disabled={isOff}
        aria-pressed={isOn}
        color={isOn ? 'primary' : 'default'}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !isOff && onClick()}
        sx={{ borderRadius: 1, opacity: isOff ? 0.4 : 1, bgcolor: isOn ? 'action.selected' : undefined }}
      >
        {children}
      </IconButton>
    </Tooltip>
  );
}
