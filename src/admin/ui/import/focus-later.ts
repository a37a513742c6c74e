/** Focuses the first of these elements that is enabled, after React has rendered the change that moved or removed it. */
export function focusLater(...ids: readonly string[]): void {
  setTimeout(() => {
    const elements = ids.map((id) => document.getElementById(id));
    elements.find((element) => element && !element.matches(':disabled'))?.focus();
  });
}
