import { expect, test } from "vitest";
import urls from "../../../tests/vectors/return-urls.json";
import { safeReturnUrl } from "./return-url";

test.each(urls.elsewhere)("%j leads home", (wanted) => expect(safeReturnUrl(wanted)).toBe("/home"));

test.each(urls.kept)("%s is kept", (wanted) => expect(safeReturnUrl(wanted)).toBe(wanted));
