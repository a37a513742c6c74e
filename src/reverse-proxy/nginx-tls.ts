/** Of TLS 1.2, whose own list has more than that: keys are agreed on anew each time, and what is sent cannot be changed. */
const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

/** Directives of a server block that answers by TLS: older nginx would also speak TLS 1.0 and 1.1. */
export const TLS = `  ssl_protocols TLSv1.2 TLSv1.3;
  ssl_ciphers ${CIPHERS.join(':')};`;
