/** A mail in plain text. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  /** An address that has been checked. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail as it goes out (RFC 5322), in ASCII: words and text of other scripts are encoded. */
export function messageText({ from, to, subject, text }: Mail, id: string, now: Date): string {
  const host = from.address.split('@')[1] ?? 'localhost';
  const headers = [
    `From: ${word(from.name)} <${from.address}>`,
    `To: <${to}>`,
    `Subject: ${word(subject)}`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${host}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    'Auto-Submitted: auto-generated',
  ];
  const body = Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  return `${headers.join('\r\n')}\r\n\r\n${body}\r\n`;
}

/** An encoded word holds 75 characters at most (RFC 2047), which is 42 bytes of text with room to spare. */
function word(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ');
  if (/^[\w .!-]*$/.test(plain)) return plain;
  const pieces: string[] = [''];
  for (const letter of plain) {
    const last = pieces.at(-1) ?? '';
    if (Buffer.byteLength(last + letter) > 42) pieces.push(letter);
    else pieces[pieces.length - 1] = last + letter;
  }
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ');
}
