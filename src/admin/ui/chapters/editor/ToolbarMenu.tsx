import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useRef, useState } from 'react';
import { keyText } from './formats.ts';

interface Item {
  readonly value: string;
  readonly label: string;
  /** Whether a choice is on; undefined for items that are actions. */
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  readonly keys?: string | undefined;
}

interface Props {
  readonly label: string;
  /** Text of the button. */
  readonly text: string;
  readonly items: readonly Item[];
  readonly onChoose: (value: string) => void;
  readonly focusText: () => void;
}

/** A button of the toolbar that opens a menu. After the menu has closed, the focus returns to the text. */
export function ToolbarMenu({ label, text, items, onChoose, focusText }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button
        ref={button}
        color="inherit"
        size="small"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label === text ? label : `${label}: ${text}`}
        endIcon={<ArrowDropDownIcon />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setOpen(true)}
        sx={{ minHeight: 40, px: 1 }}
      >
        {text}
      </Button>
      <Menu
        id={id}
        anchorEl={button.current}
        open={isOpen}
        onClose={() => setOpen(false)}
        disableRestoreFocus
        slotProps={{ list: { 'aria-label': label }, transition: { onExited: focusText } }}
      >
        {items.map(({ value, label: name, isOn, isOff, keys }) => (
          <MenuItem
            key={value}
            {...(isOn === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': isOn, selected: isOn })}
            disabled={isOff ?? false}
            onClick={() => {
              setOpen(false);
              onChoose(value);
            }}
          >
            <ListItemText>{name}</ListItemText>
            {keys !== undefined && (
              <Box component="span" sx={{ ml: 3, color: 'text.secondary', fontSize: '0.8125rem' }}>
                {keyText(keys)}
              </Box>
            )}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
