/** Re-exports the XML parser for loading on demand: the bundler drops the named exports of a dynamically imported `saxes`. */

export { SaxesParser } from "saxes";
