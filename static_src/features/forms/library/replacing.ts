import { useBasis } from "../../../lib/state/use-basis";

/**
 * Saving what is replaced as a whole: where somebody else has saved it since it was loaded it is refused, in the words of
 * the server, and goes in the other's place only with the next save.
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
