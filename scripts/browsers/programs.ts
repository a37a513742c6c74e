import { ensureFiles } from '../testing/apt.ts';

/**
 * Returns the path of Debian's Firefox. Installs it if it is missing.
 * @throws ConfigError if it cannot be installed
 */
export async function ensureFirefox(): Promise<string> {
  const program = '/usr/bin/firefox-esr';
  await ensureFiles([program], ['firefox-esr']);
  return program;
}

/** Paths of Debian's programs for WebKitGTK. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly xvfb: string;
}

/** Debian's folder for programs of this processor architecture, as named by `dpkg-architecture`. */
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** Returns the paths of Debian's WebKitGTK and of a virtual screen. Installs them if they are missing. */
export async function ensureWebKit(): Promise<WebKitPrograms> {
  const programs = {
    driver: '/usr/bin/WebKitWebDriver',
    browser: `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`,
    xvfb: '/usr/bin/Xvfb',
  };
  await ensureFiles(Object.values(programs), ['webkit2gtk-driver', 'xvfb']);
  return programs;
}
