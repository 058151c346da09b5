import type { Operation } from "./operation";

const keyVariable = "ASSAY_API_KEY";

const addressOf = ({ samplePath, sampleQuery }: Operation, baseUrl: string): string => {
  const query = new URLSearchParams(sampleQuery).toString();
  return `${baseUrl}${samplePath}${query ? `?${query}` : ""}`;
};

/** Quote a text for a POSIX shell. */
const shellText = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as a command for curl; the key is in an environment variable. */
export function curlSample(operation: Operation, baseUrl: string): string {
  const { method, isPublic, sampleBody, sendsFile } = operation;
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${shellText(addressOf(operation, baseUrl))}`,
  ];
  if (!isPublic) parts.push(`-H "Authorization: Bearer $${keyVariable}"`);
  if (sendsFile) parts.push("-H 'Content-Type: application/octet-stream'", "--data-binary @file.pdf");
  else if (sampleBody !== null) {
    parts.push("-H 'Content-Type: application/json'", `-d ${shellText(JSON.stringify(sampleBody, null, 2))}`);
  }
  return parts.join(" \\\n  ");
}

/** A request as a Python program with the package requests. */
export function pythonSample(operation: Operation, baseUrl: string): string {
  const { method, isPublic, sampleBody, sampleQuery, sendsFile, samplePath } = operation;
  const hasQuery = Object.keys(sampleQuery).length > 0;
  const call = [
    `response = requests.${method.toLowerCase()}(`,
    `    "${baseUrl}${samplePath}",`,
    ...(hasQuery ? [`    params=${pythonValue(sampleQuery, 1)},`] : []),
    ...(isPublic ? [] : [`    headers={"Authorization": f"Bearer {os.environ['${keyVariable}']}"},`]),
    ...(sendsFile ? ['    data=open("file.pdf", "rb"),'] : []),
    ...(sampleBody !== null && !sendsFile ? [`    json=${pythonValue(sampleBody, 1)},`] : []),
    "    timeout=30,",
    ")",
  ];
  const imports = [...(isPublic ? [] : ["import os", ""]), "import requests", ""];
  return [...imports, ...call, "response.raise_for_status()", "print(response.text)"].join("\n");
}

function pythonValue(value: unknown, depth: number): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = "    ".repeat(depth + 1);
  const lines = isList
    ? value.map((each) => `${inner}${pythonValue(each, depth + 1)},`)
    : Object.entries(value).map(
        ([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonValue(each, depth + 1)},`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return lines.length === 0 ? open + close : [open, ...lines, "    ".repeat(depth) + close].join("\n");
}
