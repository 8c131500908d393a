/**
 * The UTF-8 text that standard base64 stands for.
 * @throws DOMException for what is no base64, TypeError for what is no UTF-8
 */
export function decodeBase64Text(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
