// One script for the whole site: each part looks for what it serves and rests where that is missing.
import './copy.ts';
import './folded-parts.ts';
import './on-demand.ts';
import './reading-place.ts';
import './reference.ts';
import './scroll-spy.ts';
import './side-notes.ts';
import './theme-toggle.ts';
