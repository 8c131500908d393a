export { GET, prerender } from './feed.xml.ts';
