/** The scenarios that a revision of the protocol requires of servers, and what keeps some from being asked of us. */

/** The suite's own test server has these; a real server does not. */
const fixtureTool = "calls a tool that only the suite's own test server has";
const fixtureResource = "reads a resource that only the suite's own test server has";
const fixturePrompt = "gets a prompt that only the suite's own test server has";

/** Scenario → why it cannot be asked of this program. */
export const notApplicable: Readonly<Record<string, string>> = {
  "logging-set-level":
    "sets the level of MCP's logging, which is deprecated and not offered: the log goes to stderr",
  "server-stateless": "24 of 28 checks pass; four call tools that only the suite's own test server has",
  "tools-call-simple-text": fixtureTool,
  "tools-call-image": fixtureTool,
  "tools-call-audio": fixtureTool,
  "tools-call-embedded-resource": fixtureTool,
  "tools-call-mixed-content": fixtureTool,
  "tools-call-with-logging": fixtureTool,
  "tools-call-error": fixtureTool,
  "tools-call-with-progress": fixtureTool,
  "tools-call-sampling": fixtureTool,
  "tools-call-elicitation": fixtureTool,
  "elicitation-sep1034-defaults": fixtureTool,
  "elicitation-sep1330-enums": fixtureTool,
  "resources-read-text": fixtureResource,
  "resources-read-binary": fixtureResource,
  "resources-templates-read": fixtureResource,
  "prompts-get-simple": fixturePrompt,
  "prompts-get-with-args": fixturePrompt,
  "prompts-get-embedded-resource": fixturePrompt,
  "prompts-get-with-image": fixturePrompt,
  "input-required-result-basic-elicitation": fixtureTool,
  "input-required-result-basic-sampling": fixtureTool,
  "input-required-result-basic-list-roots": fixtureTool,
  "input-required-result-request-state": fixtureTool,
  "input-required-result-multiple-input-requests": fixtureTool,
  "input-required-result-multi-round": fixtureTool,
  "input-required-result-non-tool-request": fixturePrompt,
  "input-required-result-result-type": fixtureTool,
  "input-required-result-tampered-state": fixtureTool,
  "input-required-result-capability-check": fixtureTool,
};

/** Scenarios that the suite runs along but does not count for a revision. */
export const notScored = /^(tasks-|json-schema-2020-12$|http-custom-header)/;
