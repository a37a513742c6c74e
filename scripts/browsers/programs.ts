import { ensureFiles } from '../testing/apt.ts';

/**
 * Path of Debian's Firefox, which is installed if missing.
 * @throws ConfigError if that is not possible
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

/** Debian's program folder for this processor, as named by `dpkg-architecture`. */
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** Paths of Debian's WebKitGTK and a virtual screen, which are installed if missing. */
export async function ensureWebKit(): Promise<WebKitPrograms> {
  const programs = {
    driver: '/usr/bin/WebKitWebDriver',
    browser: `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`,
    xvfb: '/usr/bin/Xvfb',
  };
  await ensureFiles(Object.values(programs), ['webkit2gtk-driver', 'xvfb']);
  return programs;
}
