export interface ImageInfo {
  mimeType: string;
  /** Pixels; null for an SVG that gives neither size nor viewBox. */
  width: number | null;
  height: number | null;
}

/**
 * Reads what a picture is from its own bytes, never from its name.
 * @returns undefined when it is none of PNG, JPEG, GIF, WebP, AVIF, SVG, or is cut off.
 */
export function readImageInfo(bytes: Buffer): ImageInfo | undefined {
  try {
    return readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readAvif(bytes) ?? readJpeg(bytes) ?? readSvg(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readPng(bytes: Buffer): ImageInfo | undefined {
  if (!bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return undefined;
  return { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGif(bytes: Buffer): ImageInfo | undefined {
  if (!/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined;
  return { mimeType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function readWebp(bytes: Buffer): ImageInfo | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const mimeType = 'image/webp';
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return { mimeType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { mimeType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { mimeType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** ISO/IEC 23008-12 section 6.5.3: the `ispe` property holds version and flags, then width and height. */
function readAvif(bytes: Buffer): ImageInfo | undefined {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp' || !/avif|avis/.test(bytes.toString('latin1', 8, 32))) return undefined;
  const property = bytes.indexOf('ispe', 0, 'latin1');
  if (property === -1) return undefined;
  return { mimeType: 'image/avif', width: bytes.readUInt32BE(property + 8), height: bytes.readUInt32BE(property + 12) };
}

/** ITU-T T.81 annex B: walk the segments to the frame header, which holds height and width. */
function readJpeg(bytes: Buffer): ImageInfo | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at < bytes.length; ) {
    const code = bytes.readUInt16BE(at);
    const isFrame = code >= 0xffc0 && code <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(code);
    if (isFrame)
      return { mimeType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (code < 0xff01) return undefined;
    at += code === 0xffff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function readSvg(bytes: Buffer): ImageInfo | undefined {
  const root = /^\uFEFF?\s*(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE svg[^>[]*>|\s)*<svg(\s[^>]*)>/i.exec(
    bytes.toString('utf8'),
  );
  if (!root?.[1]) return undefined;
  const box = /\sviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(root[1]);
  const width = readLength(root[1], 'width') ?? readNumber(box?.[1]);
  const height = readLength(root[1], 'height') ?? readNumber(box?.[2]);
  return { mimeType: 'image/svg+xml', width, height };
}

function readLength(attributes: string, name: string): number | null {
  return readNumber(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(attributes)?.[1]);
}

function readNumber(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? Math.round(value) : null;
}

/**
 * @returns a part of an SVG that could run, load or navigate when the file itself is opened; undefined when there is
 *   none
 */
export function findUnsafeSvg(svg: string): string | undefined {
  const dangers = [
    { pattern: /<script/i, reason: 'a script' },
    { pattern: /<foreignObject/i, reason: 'a foreign object' },
    { pattern: /\son\w+\s*=/i, reason: 'an event handler' },
    { pattern: /(?:href|src)\s*=\s*["']\s*(?!#|data:image\/(?:png|jpeg|webp);)/i, reason: 'a URL' },
    { pattern: /url\(\s*["']?\s*(?!["']?#)|@import/i, reason: 'a URL in its style' },
    { pattern: /<!ENTITY|<\?xml-stylesheet/i, reason: 'an entity or stylesheet instruction' },
    { pattern: /<(?:set|animate\w*)\b[^>]*attributeName\s*=\s*["'](?:xlink:)?href/i, reason: 'an animated URL' },
  ];
  return dangers.find(({ pattern }) => pattern.test(svg))?.reason;
}
