/** Areas built earlier import these names from a newer commons. New code takes the present ones. */
export { syncToken as lookAgain } from './session.ts';
export { promptOnce as askOnce, registerStage as takeStage, showToast as say } from './stage.ts';
export { notifyListeners as tell } from './state.ts';
