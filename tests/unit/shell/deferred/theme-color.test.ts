// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { updateThemeColor } from '#src/shell/deferred/theme-color.ts';
import { PATIENT } from '../../../helpers/limits.ts';

it('the theme colour is set for the current mode and updated when the mode changes', async () => {
  const meta = Object.assign(document.createElement('meta'), { name: 'theme-color', content: '#111111' });
  Object.assign(meta.dataset, { day: '#dddddd', night: '#222222' });
  document.head.append(meta);
  let scheme = 'light';
  vi.spyOn(window, 'getComputedStyle').mockImplementation(() => ({ colorScheme: scheme }) as CSSStyleDeclaration);
  updateThemeColor();
  expect(meta.content).toBe('#dddddd');
  scheme = 'dark';
  document.documentElement.dataset['mode'] = 'night';
  await vi.waitFor(() => expect(meta.content).toBe('#222222'), PATIENT);
});
