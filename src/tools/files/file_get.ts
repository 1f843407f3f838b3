import { z } from "zod";
import { pathOfFile } from "../../jupyter/rest/file_path.ts";
import { RemoteFile } from "../../jupyter/files/remote_file.ts";
import { fileReply } from "../../output/file_reply.ts";
import { defineTool } from "../../tool.ts";
import { oneFile, unneededSession } from "../arguments.ts";

export const fileGet = defineTool({
  name: "file_get",
  title: "Get a file",
  description:
    "Shows an image file, or returns any file as a resource (a link if it is large). Use file_read for text.",
  isRare: true,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: oneFile,
    session_id: unneededSession,
  }),
  run: async ({ path }, { services: { http, presenter }, signal }) =>
    await fileReply(await RemoteFile.open(http, pathOfFile(path), { signal }), { presenter, signal }),
});
