import './search-dialog.ts';
import './theme-toggle.ts';
