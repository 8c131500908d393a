// One script for the whole site: each part looks for what it serves and rests where that is missing.
import './ask-box.ts';
import './copy.ts';
import './previews.ts';
import './reading-place.ts';
import './reference.ts';
import './scroll-spy.ts';
import './search-dialog.ts';
import './side-notes.ts';
import './theme-toggle.ts';
import './webmcp.ts';
import './zoom.ts';
