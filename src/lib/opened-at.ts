/**
 * Where the line of a place that is opened comes to stand below the window's top, px: so little that the line above
 * shows less than half, whatever the size of the type. Else that one would count as the line being read, and a place
 * would go back by a line from device to device.
 */
export const OPENED_AT = 8;
