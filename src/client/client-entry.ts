// One script for the whole site: each part looks for what it serves and rests where that is missing.
import './copy.ts';
import './print-unfold.ts';
import './on-demand.ts';
import './reader-choices.ts';
import './reader-marks.ts';
import './reading-position.ts';
import './scroll-spy.ts';
import './side-notes.ts';
import './theme-toggle.ts';
