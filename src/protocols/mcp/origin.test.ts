import { expect, it } from 'vitest';
import { createUrls } from '../../contract/urls.ts';
import { isAllowedOrigin } from './origin.ts';

const urls = createUrls('https://research.example');
const isAllowed = (origin: string) => isAllowedOrigin(origin, urls, ['https://partner.example']);

it.each([
  'https://research.example',
  'https://research.example:443',
  'https://partner.example',
  'http://localhost:6274',
  'http://127.0.0.1',
])('calls from %s are taken', (origin) => {
  expect(isAllowed(origin)).toBe(true);
});

it.each([
  'https://research.example.evil.test',
  'https://research.examples',
  'https://research.example:8443',
  'http://research.example',
  'https://partner.example.evil.test',
  'https://localhost.evil.test',
  'https://evil.test/https://research.example',
  'null',
  'file://',
  'localhost',
])('a page at %s may not call', (origin) => {
  expect(isAllowed(origin)).toBe(false);
});
