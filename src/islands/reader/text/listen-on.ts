/** Holds, for this tab, the address of the chapter that is read aloud as soon as it is there. */
export const LISTEN_ON = 'lectern:listen-on';
