/**
 * Whether a picture ends before its format says so, as after a download that broke off: browsers then draw its upper
 * part. More bytes may follow its end.
 */
export function isCutOff(bytes: Buffer, mimeType: string): boolean {
  switch (mimeType) {
    case 'image/png':
      return !bytes.includes('IEND', 8, 'latin1');
    case 'image/jpeg':
      // The end of the image after its last scan: a thumbnail before it has an end of its own.
      return bytes.lastIndexOf('ffd9', undefined, 'hex') < bytes.lastIndexOf('ffda', undefined, 'hex');
    case 'image/gif':
      return bytes[bytes.findLastIndex((byte) => byte !== 0)] !== 0x3b;
    case 'image/webp':
      return bytes.length < 8 + bytes.readUInt32LE(4);
    case 'image/avif':
      return endsInBox(bytes);
    default:
      return !/<\/svg\s*>|<svg\b[^>]*\/>/i.test(bytes.toString('utf8'));
  }
}

/**
 * ISO/IEC 14496-12 section 4.2: a file is a row of boxes, each with its size; 0 is up to the end, 1 a size of 64 bits.
 */
function endsInBox(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size === 0) return false;
    if (size === 1 && at + 16 > bytes.length) return true;
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : Math.max(size, 8);
  }
  return at > bytes.length;
}
