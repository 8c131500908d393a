const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
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
