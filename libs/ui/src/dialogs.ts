/** Dialogs alone, for the dialogs of the shell: it is of the same build as the theme, and bundles
 * them. Pages take theirs from `forms.ts`, which is shared. */
import './forms/mantine.css';
export { Drawer, Modal } from './forms/dialogs.tsx';
export { confirmWidth } from './forms/widths.ts';
