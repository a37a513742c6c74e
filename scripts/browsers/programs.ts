import { ensureFiles } from '../testing/apt.ts';

/** Debian's Firefox, which is installed where it is missing. @throws ConfigError where that is not possible */
export async function ensureFirefox(): Promise<string> {
  const program = '/usr/bin/firefox-esr';
  await ensureFiles([program], ['firefox-esr']);
  return program;
}

/** Where Debian has what the WebKit of GTK needs. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly xvfb: string;
}

/** Debian's folder of programs for this processor, as `dpkg-architecture` names it. */
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** The same for WebKitGTK and its screen. */
export async function ensureWebKit(): Promise<WebKitPrograms> {
  const programs = {
    driver: '/usr/bin/WebKitWebDriver',
    browser: `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`,
    xvfb: '/usr/bin/Xvfb',
  };
  await ensureFiles(Object.values(programs), ['webkit2gtk-driver', 'xvfb']);
  return programs;
}
