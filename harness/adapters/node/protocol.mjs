/**
 * Adapter protocol v1: JSON Lines between the harness and one implementation.
 *
 * PROTOCOL.md of the harness says what the lines mean.
 *
 * An adapter is an object with
 *
 * - `implementation`: its name, version and language;
 * - `capabilities`: what it offers, in the words of the protocol;
 * - a method for each operation it offers, named after it (see `OPERATIONS`). The method takes the
 *   request and returns, or promises, the members of the answer except `id`: `results(...)` or an
 *   object of its own.
 *
 * A rejection of the implementation is `refused(...)`: the result of one array, or the whole answer
 * where it rejects at open. Where the implementation rejects by an error, the adapter names it in a
 * table, and `refusal(...)` makes the answer. A method throws `Unsupported` where the
 * implementation offers no way to ask. Whatever else it throws is a fault, never a rejection.
 *
 * A file that ends in `await serve(makeTheAdapter)` is a complete adapter. It gets its package by
 * `importPackage`.
 */

import { readFileSync } from "node:fs";
import module from "node:module";
import { pathToFileURL } from "node:url";

const OPERATIONS = ["cast_value", "reshape", "unpack", "pack", "fill_value"];
const MAX_LINE = 16 * 2 ** 20;
const MAX_MESSAGE = 200;

/** The implementation offers no way to ask what the request asks. */
export class Unsupported extends Error {}

/**
 * Answers the lines of standard input, in their order, until it ends.
 *
 * The adapter is made once standard output is safe from what a package prints when it is loaded.
 */
export async function serve(makeAdapter) {
  const write = claimStdout();
  const adapter = await makeAdapter();
  for await (const line of lines(process.stdin)) await write(await answerLine(adapter, line));
}

/** A writer of standard output, for protocol lines alone: what others print goes to the log. */
function claimStdout() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return (text) => new Promise((resolve) => write(text, resolve));
}

/** The lines of a stream of bytes, without their ends. */
async function* lines(stream) {
  let pending = [];
  for await (let chunk of stream) {
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      yield Buffer.concat([...pending, chunk.subarray(0, end)]);
      pending = [];
      chunk = chunk.subarray(end + 1);
    }
    pending.push(chunk);
  }
  const last = Buffer.concat(pending);
  if (last.length > 0) yield last;
}

/** A package, and its version, from the folder of packages that this Node is installed in. */
export async function importPackage(name) {
  const manifest = module.findPackageJSON(name, pathToFileURL(process.execPath));
  const { exports, version } = JSON.parse(readFileSync(manifest, "utf8"));
  const entry = new URL(exports["."].import, pathToFileURL(manifest));
  return { version, package: await import(entry) };
}

/** The results of independent arrays, in order; `convert` gives `ok(...)` or `refused(...)`. */
export async function results(arrays, convert) {
  const converted = [];
  for (const packed of arrays) converted.push(await convert(bytes(packed)));
  return { results: converted };
}

/** The bytes of packed hex, in memory of their own. */
function bytes(packed) {
  const read = Uint8Array.from(Buffer.from(packed, "hex"));
  if (2 * read.length === packed.length) return read;
  throw new TypeError("packed data is not pairs of hex digits");
}

/** The result of one array: its elements, a typed array or bytes, and its shape if one is asked. */
export function ok(elements, shape) {
  const { buffer, byteOffset, byteLength } = elements;
  return { shape, ok: Buffer.from(buffer, byteOffset, byteLength).toString("hex") };
}

/** The rejection of one array, or of the whole request. */
export function refused(stage, reason, error) {
  const message = trim(error instanceof Error ? error.message : error);
  return { error: { stage, reason, message } };
}

/**
 * The rejection for an error; one that no entry names is a fault, and thrown again.
 *
 * An entry has the `name` of the error, a regular expression for its `message`, and the `stage` and
 * `reason` for it.
 */
export function refusal(error, refusals) {
  const names = ({ name, message }) => error.name === name && message.test(error.message);
  const entry = error instanceof Error ? refusals.find(names) : undefined;
  if (entry === undefined) throw error;
  return refused(entry.stage, entry.reason, error);
}

/** The line that answers a line, whatever that holds and whatever the adapter does. */
export async function answerLine(adapter, line) {
  const answer = await answerRequest(adapter, line);
  const fault = (what) => `${JSON.stringify({ id: answer.id, fault: trim(what) })}\n`;
  try {
    const text = `${JSON.stringify(answer)}\n`;
    if (Buffer.byteLength(text) <= MAX_LINE) return text;
    return fault(`answer is longer than ${MAX_LINE} bytes`);
  } catch (error) {
    return fault(`answer is not JSON: ${error.message}`);
  }
}

async function answerRequest(adapter, line) {
  const unreadable = (why) => ({ fault: trim(`unreadable line: ${why}`) });
  let request;
  try {
    request = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
  } catch (error) {
    return unreadable(error.message);
  }
  if (request === null || typeof request !== "object") return unreadable("not an object");
  const { implementation, capabilities } = adapter;
  if (request.op === "hello") return { protocol: 1, implementation, capabilities };
  const { id } = request;
  if (!Number.isSafeInteger(id) || id < 1) {
    return unreadable("id is not an integer from 1 to 2^53-1");
  }
  return { id, ...(await perform(adapter, request)) };
}

/** Lets the adapter answer, and separates what it can't ask from its faults. */
async function perform(adapter, request) {
  try {
    if (!OPERATIONS.includes(request.op) || !(request.op in adapter)) {
      throw new Unsupported(`operation ${JSON.stringify(request.op)}`);
    }
    return await adapter[request.op](request);
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: trim(error.message) };
    console.error(error);
    return { fault: trim(error) };
  }
}

/** A message as the protocol bounds it, in characters that UTF-8 can hold. */
function trim(message) {
  return [...String(message)].slice(0, MAX_MESSAGE).join("").toWellFormed();
}
