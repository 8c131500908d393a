export { GET } from './feed.xml.ts';
