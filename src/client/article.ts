import './copy.ts';
import './footnotes.ts';
import './scroll-spy.ts';
