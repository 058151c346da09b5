import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";

const brotli = promisify(zlib.brotliCompress);

/** Create a .br file for each text file. Fonts are compressed already; an existing .br file of a hashed name is kept. */
export async function compressAll({ files, outDir }) {
  return Promise.all(
    files
      .filter(({ name }) => /\.(js|css|svg)$/.test(name) && !existsSync(path.join(outDir, `${name}.br`)))
      .map(async ({ name, contents }) => {
        const bytes = Buffer.from(contents);
        const params = {
          [zlib.constants.BROTLI_PARAM_QUALITY]: 11,
          [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        return { name: `${name}.br`, contents: await brotli(bytes, { params }) };
      }),
  );
}
