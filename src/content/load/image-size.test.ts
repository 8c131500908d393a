import { expect, test } from 'vitest';
import { findUnsafeSvg, readImageInfo } from './image-size.ts';

function size(bytes: Buffer): string | undefined {
  const info = readImageInfo(bytes);
  return info && `${info.mimeType} ${info.width}x${info.height}`;
}

test('each format tells its size from its own header', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000001400000006408', 'hex');
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('40016400', 'hex')]);
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108006401400301', 'hex');
  const lossy = Buffer.concat([Buffer.from('RIFF0000WEBPVP8 '), Buffer.alloc(10), Buffer.from('40016400', 'hex')]);
  const extended = Buffer.concat([
    Buffer.from('RIFF0000WEBPVP8X'),
    Buffer.alloc(8),
    Buffer.from('3f0100630000', 'hex'),
  ]);
  const avif = Buffer.concat([
    Buffer.from('\0\0\0\x1cftypavif\0\0\0\0mif1'),
    Buffer.from('ispe\0\0\0\0'),
    Buffer.from('0000014000000064', 'hex'),
  ]);
  expect([png, gif, jpeg, lossy, extended, avif].map(size)).toEqual([
    'image/png 320x100',
    'image/gif 320x100',
    'image/jpeg 320x100',
    'image/webp 320x100',
    'image/webp 320x100',
    'image/avif 320x100',
  ]);
});

test('an SVG takes its size from its attributes, else from its viewBox', () => {
  expect(
    size(Buffer.from('<?xml version="1.0"?>\n<!-- c -->\n<svg width="320px" height="100" viewBox="0 0 9 9"></svg>')),
  ).toBe('image/svg+xml 320x100');
  expect(size(Buffer.from('<svg viewBox="0 0 320 100.4"></svg>'))).toBe('image/svg+xml 320x100');
  expect(size(Buffer.from('<svg width="100%"></svg>'))).toBe('image/svg+xml null' + 'xnull');
});

test('what is cut off or no picture is none', () => {
  expect(size(Buffer.from('89504e470d0a1a0a', 'hex'))).toBeUndefined();
  expect(size(Buffer.from('ffd8', 'hex'))).toBeUndefined();
  expect(size(Buffer.from('<html><svg></svg></html>'))).toBeUndefined();
  expect(size(Buffer.alloc(0))).toBeUndefined();
});

test.each([
  '<svg><script>1</script></svg>',
  '<svg onload="x"></svg>',
  '<svg><foreignObject/></svg>',
  '<svg><a href="https://x.example/"/></svg>',
  '<svg><image href="javascript:1"/></svg>',
  '<svg><style>@import "x"</style></svg>',
  '<svg><rect fill="url(https://x.example/)"/></svg>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>',
  '<svg><set attributeName="href" to="javascript:1"/></svg>',
])('%s is not safe to serve', (svg) => {
  expect(findUnsafeSvg(svg)).toBeDefined();
});

test('an SVG that only points inside itself is safe', () => {
  expect(findUnsafeSvg('<svg><rect fill="url(#g)"/><use href="#a"/></svg>')).toBeUndefined();
});
