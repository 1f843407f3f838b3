import assert from "node:assert/strict";
import { readParquet } from "../../../../src/files/tables/read_parquet.ts";

/** Two rows that pyarrow wrote with LZ4: `i` of 1 and 2, and `n`, a text that is missing in both. */
const allNull =
  "UEFSMRUEFRAVEkwVBBUAEgAAgAEAAAACAAAAFQAVEhUULBUEFRAVBhUGHAAAAJACAAAABAEBAwIVBBUAFQJMFQAVABIAAAAVABUO" +
  "FRAsFQQVEBUGFQYcAAAAcAIAAAAEAAAVBBk8NQAYBnNjaGVtYRUEABUCJQIYAWkAFQwlAhgBbiUATBwAAAAWBBkcGSwmABwVAhk1" +
  "AAYQGRgBaRUOFgQWZBZoJjYmCCksFQQVABUCABUAFRAVAgA8KQYZJgAEAAAAJgAcFQwZNQAGEBkYAW4VDhYEFlAWVCaOASZwKSwV" +
  "BBUAFQIAFQAVEBUCADwWABkGGSYEAAAAABa0ARYEJggWvAEAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRksHAAA" +
  "HAAAAM4AAABQQVIx";

Deno.test("readParquet reads a compressed column that is all null", async () => {
  const bytes = Uint8Array.fromBase64(allNull);
  const { head } = await readParquet({
    path: "a.parquet",
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    stream: () => assert.fail("it is read in parts"),
  }, { rows: 5 });
  assert.deepEqual(head, [[1, null], [2, null]]);
});
