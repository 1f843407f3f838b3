/** The XML parser, in a part of the program that is read when it is needed: bundled by itself, its names would be lost. */

export { SaxesParser } from "saxes";
