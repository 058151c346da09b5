import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";
import type { Option } from "../../ui/type-ahead";

/** A form or a bundle of forms. */
export type FormOption = Option<string> & { docFormId: number | null; docFormBundleId: number | null };

/** Form types of self-surveys and of internal surveys (specification, section 5, Internal survey request). */
export const selfSurveyTypes = ["SELF_SURVEY", "RFI", "GENERIC"] as const;
export const internalSurveyTypes = ["INTERNAL_SURVEY"] as const;

/** Search published forms of these types, and bundles that contain no other types. */
export function formSearch(types: readonly ApiResponse<"DocForm">["type"][]) {
  return async (search: string, signal: AbortSignal): Promise<FormOption[]> => {
    const [forms, bundles] = await Promise.all([
      request("GET", "/api/docForm", {
        query: { inUse: true, type: types, search, pageSize: 20 },
        signal,
        toast: false,
      }),
      request("GET", "/api/docFormBundle", {
        query: { sendable: true, type: types, search },
        signal,
        toast: false,
      }),
    ]);
    return [
      ...bundles.map(({ id, name }) => ({
        value: `bundle-${id}`,
        label: name,
        note: "Bundle",
        docFormId: null,
        docFormBundleId: id,
      })),
      ...forms.map(({ id, title }) => ({
        value: `form-${id}`,
        label: title,
        docFormId: id,
        docFormBundleId: null,
      })),
    ];
  };
}
