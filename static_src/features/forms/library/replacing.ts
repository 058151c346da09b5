import { useBasis } from "../../../lib/state/use-basis";

/**
 * Return a function that saves an object as a whole. If another user has saved it since it was loaded, the save fails
 * with the error of the server, and the next save overwrites that user's version.
 */
export function useReplacing(loaded: { updated: string } | null) {
  const { basedOn, takeOver } = useBasis({ updated: loaded?.updated ?? null });
  return async <T>(send: (basedOn: string | null) => Promise<T>): Promise<T> => {
    try {
      return await send(basedOn.updated);
    } catch (error) {
      takeOver(error);
      throw error;
    }
  };
}
