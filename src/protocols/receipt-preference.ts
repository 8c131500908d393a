/** RFC 7240: does the request prefer a response with a receipt (`Prefer: receipt`)? */
export function prefersReceipt(headers: { get(name: string): string | null }): boolean {
  const preferences = headers.get('prefer')?.split(',') ?? [];
  return preferences.some((preference) => preference.split(/[;=]/)[0]?.trim().toLowerCase() === 'receipt');
}
