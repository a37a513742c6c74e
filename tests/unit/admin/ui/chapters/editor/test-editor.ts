import { onTestFinished } from 'vitest';
import { createEditor } from '#src/admin/ui/chapters/editor/create-editor.ts';

/**
 * An editor that ends with the test. An editor reads the page some milliseconds after a change, which fails if the page has
 * ended.
 */
export const testEditor: typeof createEditor = (...options) => {
  const editor = createEditor(...options);
  onTestFinished(() => editor.destroy());
  return editor;
};
