export const hasSelection = (): boolean => String(getSelection()) !== '';
