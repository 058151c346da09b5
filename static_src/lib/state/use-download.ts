import { useEffect, useRef, useState } from "react";
import { errorText, isOffline } from "../../api/errors";
import { saveExport } from "../save-export";
import { toasts } from "../toasts";
import { useSave } from "./use-save";

/**
 * Let the worker make a file, and download it when it is ready. `start` requests the export and returns its id. With
 * `progress` toasts show that the file is being made, and that the connection failed; without it the caller shows both.
 */
export function useDownload<I>(
  start: (input: I, idempotencyKey: string) => Promise<{ id: number }>,
  progress?: string,
) {
  const [percent, setPercent] = useState(0);
  const wanted = useRef(true);
  useEffect(() => {
    wanted.current = true;
    return () => {
      wanted.current = false;
    };
  }, []);
  const saving = useSave({
    send: async (input: I, key) => {
      setPercent(0);
      const { id: exportId } = await start(input, key);
      await saveExport({ exportId, onProgress: setPercent, wanted: () => wanted.current });
    },
    ...(progress ? { progress, onError: (error) => isOffline(error) && toasts.error(errorText(error)) } : {}),
  });
  return { ...saving, percent };
}
