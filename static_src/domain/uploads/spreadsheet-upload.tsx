import type { Uploaded } from "../../api/upload";
import { FileUpload } from "./file-upload";

const accepted = [".xlsx", ".xls", ".ods", ".csv"];
const megabyte = 1024 * 1024;

/** Return the error for a file that is no spreadsheet or too large, else null. */
function refuse({ name, size }: File): string | null {
  if (!accepted.some((end) => name.toLowerCase().endsWith(end)))
    return "Choose an xlsx, xls, ods or csv file.";
  return size > 10 * megabyte ? `${name} is larger than 10 MB.` : null;
}

type Props = { files: Uploaded[]; onChange: (files: Uploaded[]) => void; disabled: boolean };

/** An input for one spreadsheet, which the worker reads. */
export function SpreadsheetUpload(props: Props) {
  return (
    <FileUpload
      {...props}
      kind="DOCUMENT"
      multiple={false}
      accept={accepted.join()}
      maxBytes={10 * megabyte}
      refuse={refuse}
    />
  );
}
