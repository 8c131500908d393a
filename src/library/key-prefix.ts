/** The default KEY_PREFIX of a publication: its name in 2 to 16 lower-case letters and digits. */
export function toKeyPrefix(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const prefix = plain.replace(/^\d+/, '').slice(0, 16);
  return prefix.length < 2 ? 'journal' : prefix;
}
