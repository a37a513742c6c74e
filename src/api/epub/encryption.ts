import { EpubError } from './errors.ts';
import type { Files } from './files.ts';
import { attr, named, parseXml } from './xml.ts';

const ENCRYPTION = 'META-INF/encryption.xml';
/** Algorithms that obfuscate only fonts, which are not imported. */
const FONT_OBFUSCATION = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);
const TEXT_OR_IMAGE = /\.(?:x?html?|xml|opf|ncx|svg|jpe?g|png|gif|webp)$/i;

/** Throws if the book is copy-protected, which means that anything other than fonts is encrypted. */
export async function rejectEncrypted(files: Files): Promise<void> {
  if (!files.has(ENCRYPTION)) return;
  const xml = parseXml(await files.text(ENCRYPTION));
  const methods = named(xml, 'EncryptionMethod').map((element) => attr(element, 'Algorithm'));
  const targets = named(xml, 'CipherReference').map((element) => attr(element, 'URI'));
  const onlyFonts =
    methods.every((method) => FONT_OBFUSCATION.has(method)) &&
    methods.length >= named(xml, 'EncryptedData').length &&
    !targets.some((target) => TEXT_OR_IMAGE.test(target));
  if (!onlyFonts) {
    throw new EpubError(
      'encrypted',
      'The book is encrypted (copy protection, DRM), so its text cannot be read. Import a copy without protection.',
    );
  }
}
