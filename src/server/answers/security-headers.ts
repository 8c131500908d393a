import { createHash } from 'node:crypto';
import { schemeScript } from '../../layouts/scheme-script.ts';

const pagePolicy = [
  "default-src 'none'",
  // The one script that stands in the pages themselves (CSP Level 3 section 2.3.1, hash-source).
  `script-src 'self' 'sha256-${createHash('sha256').update(schemeScript).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every answer, pages and API alike. HSTS only where the base URL is https (RFC 6797 section 7.2). */
export function securityHeaders(baseUrl: string): [string, string][] {
  return [
    ['content-security-policy', pagePolicy],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['x-frame-options', 'DENY'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()'],
    ...(baseUrl.startsWith('https:')
      ? ([['strict-transport-security', 'max-age=31536000; includeSubDomains']] satisfies [string, string][])
      : []),
  ];
}
