/** The default of `PORT`. */
export const defaultPort = '4321';

/**
 * The public URL of the site, without a trailing slash: BASE_URL, or this machine at PORT. Empty values count as unset.
 * @throws TypeError when BASE_URL is unset and PORT is invalid
 */
export function readBaseUrl({ BASE_URL, PORT }: Readonly<Record<string, string | undefined>>): string {
  return BASE_URL || new URL(`http://localhost:${PORT || defaultPort}`).origin;
}
