/**
 * Decodes standard base64 to UTF-8 text.
 * @throws DOMException for invalid base64, TypeError for invalid UTF-8
 */
export function decodeBase64Text(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
