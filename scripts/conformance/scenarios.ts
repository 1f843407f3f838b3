/** The scenarios that a revision of the protocol requires of servers, and what keeps some from being asked of us. */

/**
 * They name tools, resources and prompts that only the suite's own test server has. They are asked of our server with
 * those in the place of its tools: `tests/harness/fixture_server.ts`.
 */
export const withFixtures: ReadonlySet<string> = new Set([
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "tools-call-elicitation",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-get-simple",
  "prompts-get-with-args",
  "input-required-result-request-state",
  "input-required-result-multi-round",
  "input-required-result-result-type",
  "input-required-result-tampered-state",
]);

const ownMessages =
  "needs a tool that writes three messages of its own: the program's log has one line a call";
const form =
  "needs a form of several fields: the program asks one question at a time, as code does by input()";
const model = "needs a request for the client's model or folders, which the program never asks for";
const promptText = "needs a prompt that is more than text: those of the program are text";

/** Scenario → why it cannot be asked of this program, fixtures or not. */
export const notApplicable: Readonly<Record<string, string>> = {
  "tools-call-with-logging": ownMessages,
  "server-stateless":
    "24 of 28 checks pass, 26 with fixtures; the other two need a tool that is refused without a capability of the client: those of the program answer without it",
  "tools-call-audio": "needs a tool that answers with sound: the program has none",
  "tools-call-sampling": model,
  "elicitation-sep1034-defaults": form,
  "elicitation-sep1330-enums": form,
  "prompts-get-embedded-resource": promptText,
  "prompts-get-with-image": promptText,
  "input-required-result-basic-elicitation":
    'needs a question under the key "user_name": the program\'s questions have one key, "answer"',
  "input-required-result-basic-sampling": model,
  "input-required-result-basic-list-roots": model,
  "input-required-result-multiple-input-requests": model,
  "input-required-result-non-tool-request":
    "needs a prompt that asks the person: those of the program do not",
  "input-required-result-capability-check": model,
};

/** Scenarios that the suite runs along but does not count for a revision. */
export const notScored = /^(tasks-|json-schema-2020-12$|http-custom-header)/;
