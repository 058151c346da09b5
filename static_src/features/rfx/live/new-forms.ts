import type { AnswerSaving } from "../../../domain/saving/answer-saving";
import { toasts } from "../../../lib/toasts";

/**
 * Load the page again after the RFx moved to a new version of its questionnaire. Unsent answers are sent first; those that
 * cannot be sent stay on this device, by question, and are back after the load.
 */
export async function showNewForms(saving: AnswerSaving): Promise<void> {
  await saving.flush();
  toasts.info("The questionnaire has changed. Check the questions without an answer.");
  window.location.reload();
}
