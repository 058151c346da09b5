import { expect, test } from "vitest";
import type { Operation } from "./operation";
import { curlSample, pythonSample } from "./samples";

const base = "https://assay.example";
const list: Operation = {
  method: "GET",
  path: "/api/rfx",
  summary: "",
  description: "",
  parameters: [],
  body: "",
  scope: "rfx:read",
  isPublic: false,
  samplePath: "/api/rfx",
  sampleQuery: {},
  sampleBody: null,
  sendsFile: false,
};
const write: Operation = {
  ...list,
  method: "PUT",
  samplePath: "/api/ncr/1",
  sampleQuery: { mode: "a b" },
  sampleBody: { title: "It's late", isOpen: true, ids: [1], note: null, tags: [] },
};

test("a command has the key from the environment, and no body for a list", () => {
  expect(curlSample(list, base)).toBe(
    `curl 'https://assay.example/api/rfx' \\\n  -H "Authorization: Bearer $ASSAY_API_KEY"`,
  );
});

test("a body is JSON in quotes that the shell leaves alone", () => {
  const sample = curlSample(write, base);
  expect(sample).toContain("curl -X PUT 'https://assay.example/api/ncr/1?mode=a+b'");
  expect(sample).toContain("-H 'Content-Type: application/json'");
  expect(sample).toContain(`"title": "It'\\''s late"`);
});

test("a file is sent as it is, and an operation without a sign-in has no key", () => {
  const file = { ...write, sampleBody: null, sendsFile: true, isPublic: true };
  expect(curlSample(file, base)).toContain("--data-binary @file.pdf");
  expect(curlSample(file, base)).not.toContain("Authorization");
  expect(pythonSample(file, base)).toContain('data=open("file.pdf", "rb")');
  expect(pythonSample(file, base)).not.toContain("os.environ");
});

test("a program writes values as Python does", () => {
  expect(pythonSample(write, base)).toBe(`import os

import requests

response = requests.put(
    "https://assay.example/api/ncr/1",
    params={
        "mode": "a b",
    },
    headers={"Authorization": f"Bearer {os.environ['ASSAY_API_KEY']}"},
    json={
        "title": "It's late",
        "isOpen": True,
        "ids": [
            1,
        ],
        "note": None,
        "tags": [],
    },
    timeout=30,
)
response.raise_for_status()
print(response.text)`);
});
