/** The shared module of dialogs, for pages that have no inputs; `forms.ts` has them, too. */
import './forms/mantine.css';
export { Drawer, Modal } from './forms/dialogs.tsx';
export { confirmWidth, modalWidth } from './forms/widths.ts';
