import { useStepBack } from '@cme/shell';
import { useLocation, useNavigate } from '@cme/ui/router';

const dialogs = ['card', 'submit'] as const;
type PaperDialog = (typeof dialogs)[number];

const dialogOf = (state: unknown): PaperDialog | undefined =>
  typeof state === 'object' && state !== null && 'paperDialog' in state
    ? dialogs.find((dialog) => dialog === state.paperDialog)
    : undefined;

/** The answer card or the submit dialog. It has its own history entry, so that the back button
 * closes it instead of leaving the exam. */
export function usePaperDialog() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const stepBack = useStepBack();
  const dialog = dialogOf(state);
  return {
    dialog,
    open: (next: PaperDialog) =>
      void (dialog ?? navigate({ pathname, search, hash }, { state: { paperDialog: next } })),
    close: () => void (dialog && stepBack()),
  };
}
export type PaperDialogModel = ReturnType<typeof usePaperDialog>;
