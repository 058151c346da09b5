import { expect, test } from "vitest";
import urls from "../../../tests/vectors/return-urls.json";
import { safeReturnUrl } from "./return-url";

test.each(urls.elsewhere)("%j is replaced by /home", (wanted) => expect(safeReturnUrl(wanted)).toBe("/home"));

test.each(urls.kept)("%s is returned unchanged", (wanted) => expect(safeReturnUrl(wanted)).toBe(wanted));
