import { emit } from "../events";

/**
 * Time that `saveChanges` waits for saves, ms. The browser stores what the server has not acknowledged by then.
 */
const maxSavingTime = 5_000;

/** Send the input of the page that is not saved yet; resolves when it is stored, or after `maxSavingTime`. */
export async function saveChanges(): Promise<void> {
  const saving: Promise<unknown>[] = [];
  emit("SAVE_CHANGES", { until: (saved) => saving.push(saved) });
  await Promise.race([
    Promise.allSettled(saving),
    new Promise((resolve) => setTimeout(resolve, maxSavingTime)),
  ]);
}
