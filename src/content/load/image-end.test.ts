import { expect, test } from 'vitest';
import { isCutOff } from './image-end.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each<[string, Buffer]>([
  ['png', latin('\x89PNG\r\n\x1a\n\0\0\0\x05IDAT12345sum\0\0\0\0\0IEND')],
  // Its thumbnail, before its scan, has an end of its own.
  ['jpeg', hex('ffd8 ffe1 0008 ffda 00 ffd9 ffda 0002 123456 ffd9')],
  ['gif', latin('GIF89a@\x01d\0\0\0\0,;12345\0;')],
  ['webp', latin('RIFF\x10\0\0\0WEBPVP8 12345678')],
  ['avif', latin('\0\0\0\x10ftypavif1234\0\0\0\x10mdat12345678')],
  ['avif', latin('\0\0\0\x10ftypavif1234\0\0\0\x01mdat\0\0\0\0\0\0\0\x1812345678')],
  ['svg+xml', latin('<svg width="1"><g/></svg>')],
])('a %s is cut off when its end is missing', (format, bytes) => {
  const parts = [bytes, Buffer.concat([bytes, Buffer.alloc(20)]), bytes.subarray(0, -1), bytes.subarray(0, -6)];
  expect(parts.map((part) => isCutOff(part, `image/${format}`))).toEqual([false, false, true, true]);
});

test('an SVG may be a single tag, and an AVIF may leave the size of its last box open', () => {
  expect(isCutOff(latin('<svg width="1"/>'), 'image/svg+xml')).toBe(false);
  expect(isCutOff(latin('\0\0\0\x10ftypavif1234\0\0\0\0mdat12'), 'image/avif')).toBe(false);
});
